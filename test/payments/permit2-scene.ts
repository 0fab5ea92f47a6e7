import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { Interface } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import type { Harness } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { buyer, chainId, demandOf, usdcOf } from './payments-scene.ts';
import { sendInFront } from './strangers.ts';

export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
export const proxy = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001';

const erc20 = new Interface(['function approve(address,uint256)']);
const permit2Calls = new Interface(['function invalidateUnorderedNonces(uint256,uint256)']);
const proxyCalls = new Interface([
  'function settle(((address,uint256),uint256,uint256),address,(address,uint256),bytes)',
]);

/** What a seller demands that is to be paid by Permit2. */
export function permit2DemandOf(
  harness: Pick<Harness, 'devnet'>,
  more: Partial<PaymentRequirements> = {},
): PaymentRequirements {
  return demandOf(harness, {
    extra: { assetTransferMethod: 'permit2', name: 'USD Coin', version: '2' },
    ...more,
  });
}

/** Has its transaction mined, as a wallet with coin does. */
export async function sendMined(
  harness: Pick<Harness, 'devnet'>,
  call: Parameters<typeof sendInFront>[1],
  from?: string,
): Promise<string> {
  const hash = await sendInFront(harness, call, from);
  await until('a transaction in a block', async () =>
    chainRpc(harness.devnet, chainId, 'eth_getTransactionReceipt', [hash]),
  );
  return hash;
}

export async function approve(
  harness: Pick<Harness, 'devnet'>,
  payer: string,
  units = 2n ** 256n - 1n,
  token: string = usdcOf(harness),
): Promise<void> {
  const data = erc20.encodeFunctionData('approve', [permit2, units]);
  await sendMined(harness, { to: token, data }, payer);
}

/** A buyer that has approved Permit2 once. */
export async function permit2Buyer(
  harness: Pick<Harness, 'url' | 'devnet'>,
  { dollars = 5_000_000n, allowed }: { dollars?: bigint; allowed?: bigint } = {},
) {
  const payer = await buyer(harness, dollars);
  await approve(harness, payer.address, allowed);
  return payer;
}

interface Permit2Payload {
  readonly signature: string;
  readonly permit2Authorization: {
    readonly from: string;
    readonly permitted: { readonly token: string; readonly amount: string };
    readonly spender: string;
    readonly nonce: string;
    readonly deadline: string;
    readonly witness: { readonly to: string; readonly validAfter: string };
  };
}

export function permit2Of({ payload }: PaymentPayload): Permit2Payload {
  return payload as unknown as Permit2Payload; // CAST: the scheme's client made it.
}

/** What any observer of the payment may send. */
export function settleData(payment: PaymentPayload): string {
  const { signature, permit2Authorization: one } = permit2Of(payment);
  return proxyCalls.encodeFunctionData('settle', [
    [[one.permitted.token, one.permitted.amount], one.nonce, one.deadline],
    ...[one.from, [one.witness.to, one.witness.validAfter], signature],
  ]);
}

export function cancelData(payment: PaymentPayload): string {
  const nonce = BigInt(permit2Of(payment).permit2Authorization.nonce);
  return permit2Calls.encodeFunctionData('invalidateUnorderedNonces', [
    ...[nonce >> 8n, 1n << (nonce & 255n)],
  ]);
}

/** The same payment with other terms, signed anew. */
export async function signedAnew(
  payer: Awaited<ReturnType<typeof buyer>>,
  payment: PaymentPayload,
  change: Partial<Permit2Payload['permit2Authorization']>,
): Promise<PaymentPayload> {
  const { permit2Authorization } = permit2Of(payment);
  const terms = { ...permit2Authorization, ...change };
  const signature = await payer.account.signTypedData({
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    primaryType: 'PermitWitnessTransferFrom',
    types: {
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'witness', type: 'Witness' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      Witness: [
        { name: 'to', type: 'address' },
        { name: 'validAfter', type: 'uint256' },
      ],
    },
    // CASTS: addresses, and digits that the library reads as numbers.
    message: {
      permitted: {
        token: terms.permitted.token as `0x${string}`,
        amount: BigInt(terms.permitted.amount),
      },
      spender: terms.spender as `0x${string}`,
      nonce: BigInt(terms.nonce),
      deadline: BigInt(terms.deadline),
      witness: {
        to: terms.witness.to as `0x${string}`,
        validAfter: BigInt(terms.witness.validAfter),
      },
    },
  });
  return { ...payment, payload: { signature, permit2Authorization: terms } };
}
