import { randomBytes } from 'node:crypto';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { x402Client } from '@x402/core/client';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { until } from '../support/until.ts';

export const chainId = 8453;
export const network = 'eip155:8453';

type Scene = Pick<Harness, 'url' | 'devnet'>;

/** The facilitator of the harness, as @x402/core asks one. */
export function facilitatorOf(
  harness: Scene,
  key: string | null,
  more: Readonly<Record<string, string>> = {},
): HTTPFacilitatorClient {
  const own = { ...(key === null ? {} : { 'x-svc-key': key }), ...more };
  return new HTTPFacilitatorClient({
    url: `${harness.url}/api/payments`,
    createAuthHeaders: async () => ({ verify: own, settle: own, supported: own }),
  });
}

/** A key, made as any client makes one. */
/** How a payment ends: asked again while the answer is pending, as it is once a busy machine took 25 s. */
export async function endOf(
  facilitator: Pick<HTTPFacilitatorClient, 'settle'>,
  ...paid: Parameters<HTTPFacilitatorClient['settle']>
): ReturnType<HTTPFacilitatorClient['settle']> {
  return until('its end', async () => {
    const answer = await facilitator.settle(...paid);
    return answer.errorReason === 'settlement_pending' ? false : answer;
  });
}

export async function keyOf(harness: Pick<Harness, 'url'>): Promise<string> {
  const answer = await fetch(`${harness.url}/api/keys/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'x402' }),
  });
  const { key } = (await answer.json()) as { readonly key: string };
  return key;
}

export function usdcOf({ devnet }: Pick<Harness, 'devnet'>, on = chainId): Hex {
  const chain = devnet.chains.find((one) => one.chainId === on);
  const usdc = chain?.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  if (usdc === undefined) throw new Error('the devnet has no dollars there');
  return usdc as Hex; // CAST: the devnet names contracts of its own.
}

/** What a seller demands. */
export function demandOf(
  harness: Pick<Harness, 'devnet'>,
  more: Partial<PaymentRequirements> = {},
): PaymentRequirements {
  return {
    scheme: 'exact',
    network,
    asset: usdcOf(harness),
    payTo: freshAddress(),
    amount: '10000',
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
    ...more,
  };
}

/** A buyer without coin, whose payments are made by the client of x402. */
export async function buyer(harness: Scene, dollars = 5_000_000n) {
  const key: Hex = `0x${randomBytes(32).toString('hex')}`;
  const account = privateKeyToAccount(key);
  // The devnet's dollars are not in the client's own list.
  const client = new x402Client()
    .register('eip155:*', new ExactEvmScheme(account))
    .setSpendControls(false);
  if (dollars > 0n)
    await harness.devnet.faucet({
      chainId,
      token: usdcOf(harness),
      to: account.address,
      amount: dollars,
    });
  return {
    key,
    account,
    address: account.address,
    client,
    pay: async (
      demand: PaymentRequirements,
      extensions?: Record<string, unknown>,
    ): Promise<PaymentPayload> => {
      const payload = await client.createPaymentPayload({
        x402Version: 2,
        resource: { url: 'https://seller.example/weather' },
        accepts: [demand],
      });
      return extensions === undefined ? payload : { ...payload, extensions };
    },
  };
}

export function identifiedBy(id: string) {
  return { 'payment-identifier': { info: { required: false, id } } };
}
