import type { SaleDemand } from '@interline/core/payments';
import {
  asUnits,
  type ChainRef,
  evmAddress,
  evmChain,
  isNative,
  RelayError,
} from '@interline/kernel';
import { type Endpoint, takesPasses } from '../server/endpoint.ts';
import type { HttpDeps } from '../server/http-deps.ts';
import { laneNetwork } from '../server/limits/lane-network.ts';
import { sell, wantsToPay } from './own-sale.ts';
import { PaymentDue } from './payment-due.ts';

/** One cent. Passes are cheaper, at a thousand for a dollar, and do not reveal who pays. */
const priceUnits = asUnits(10_000n);
const chains: readonly ChainRef[] = [evmChain(8_453), evmChain(42_161)];

/** How long the 402 waits for a chain that hangs. */
const demandWithinMs = 3_000;

type Asking = Parameters<typeof sell>[0] & { readonly path: string };

/**
 * Admits a request within its limit, or one that is paid for beside it, as a pass would take it; of rows
 * that take passes and need none, where the client says `Prefer: x402`. Throws `RATE_LIMITED`, under 402 for
 * such a client.
 */
export function sellRequest(
  endpoint: Endpoint,
  { useCases: { x402 }, tokens, accounts }: HttpDeps,
): (asking: Asking, admit: () => Promise<void>) => Promise<'within-limit' | 'paid'> {
  const hasOwnSale = endpoint.otherAnswers?.some(({ status }) => status === 402) === true;
  const needsPass = endpoint.paysWithin === true;
  const isForSale = x402.isEnabled && takesPasses(endpoint) && !hasOwnSale && !needsPass;
  return async (asking, admit) => {
    const { headers, address } = asking;
    // A payment names its payer, which the private lane must not reveal.
    if (!isForSale || address === laneNetwork || !wantsToPay(headers)) {
      await admit();
      return 'within-limit';
    }
    const isPaying = headers['payment-signature'] !== undefined;
    const refusal = isPaying ? null : await refusalOf(admit);
    if (refusal === null && !isPaying) return 'within-limit';
    const demands = await demandsOf(asking.signal);
    if (demands.length === 0) {
      if (refusal !== null) throw refusal;
      // Nothing can be sold now, so the payment is not taken.
      await admit();
      return 'within-limit';
    }
    const resource = { path: asking.path, description: 'one request beyond the limit' };
    if ((await sell(asking, { demands, resource, invoiceId: null })) === 'paid') return 'paid';
    throw new PaymentDue('RATE_LIMITED', refusal?.details ?? {}, refusal?.message);
  };

  async function demandsOf(asking: AbortSignal): Promise<readonly SaleDemand[]> {
    const signal = AbortSignal.any([asking, AbortSignal.timeout(demandWithinMs)]);
    const asked = chains.map(async (chain) => {
      const token = tokens
        .on(chain)
        .find((one) => !isNative(one) && one.symbol === 'USDC' && one.decimals === 6);
      if (token === undefined) return null;
      const sale = { chain, token: evmAddress(token.address), payTo: accounts.float };
      // A chain that does not answer in time is left out.
      return x402.demandFor({ ...sale, units: priceUnits }, signal).catch(() => null);
    });
    return (await Promise.all(asked)).filter((one) => one !== null);
  }
}

async function refusalOf(admit: () => Promise<void>): Promise<RelayError | null> {
  try {
    await admit();
    return null;
  } catch (error) {
    if (error instanceof RelayError && error.code === 'RATE_LIMITED') return error;
    throw error;
  }
}
