import { chainInWords, type Price, type TokenRef } from '@interline/kernel';
import type { TransferPorts } from './ports.ts';

/** What came in, or will, and what our float pays for it. */
export interface Exchange {
  readonly from: TokenRef;
  readonly units: bigint;
  readonly to: TokenRef;
  readonly paidUnits: bigint;
}

/**
 * - fair: the payout is worth at most what comes in plus the band
 * - above: it is worth more
 * - unknown: a price is missing, so it cannot be decided
 */
export type PayoutWorth =
  { readonly kind: 'fair' } | { readonly kind: 'above' | 'unknown'; readonly reason: string };

/**
 * Compares a payout with what comes in, at current prices of both tokens. That two tokens are one
 * asset is only their issuers' promise. Rails that pay one out for the other are not asked.
 */
export async function judgePayout(
  { price, policy: { parBandBps } }: Pick<TransferPorts, 'price' | 'policy'>,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<PayoutWorth> {
  const { from, to } = exchange;
  const priceOf = (token: TokenRef): Promise<Price | null> =>
    price.priceOf(token, signal).catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      return null;
    });
  const [source, destination] = await Promise.all([priceOf(from), priceOf(to)]);
  const unpriced = source === null ? from : to;
  if (source === null || destination === null)
    return {
      kind: 'unknown',
      reason: `${unpriced.symbol} on ${chainInWords(unpriced.chain)} has no price now, so a payout for it cannot be held against what came in`,
    };
  if (isFair(exchange, { from: source, to: destination }, BigInt(parBandBps)))
    return { kind: 'fair' };
  return {
    kind: 'above',
    reason: `${from.symbol} is at ${source.microUsd} micro-USD and ${to.symbol} at ${destination.microUsd}: the payout would be worth more than what came in, by more than ${parBandBps} bps`,
  };
}

/** Exact: the payout is worth at most `bandBps` more than what came in. */
function isFair(
  { from, units, to, paidUnits }: Exchange,
  prices: { readonly from: Price; readonly to: Price },
  bandBps: bigint,
): boolean {
  const paid = paidUnits * prices.to.microUsd * 10n ** BigInt(from.decimals);
  const came = units * prices.from.microUsd * 10n ** BigInt(to.decimals);
  return paid * 10_000n <= came * (10_000n + bandBps);
}
