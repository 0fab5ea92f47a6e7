import {
  type Amount,
  asAmount,
  type Bps,
  maxUint256,
  type Price,
  type Quote,
  type QuoteRequest,
  standardFeeBps,
  type Units,
} from '@interline/kernel';
import type { RailRefusal } from '../route.ts';

/**
 * How par is computed.
 * - units: one asset on both sides, unit for unit
 * - prices: both tokens' prices
 * - charge: par is unknown, so only the service's own charge counts
 */
export type FeeBasis = 'units' | 'prices' | 'charge';

/**
 * What a transfer loses against par, as the exact fraction `lost / of`; negative if the recipient
 * nets more than par.
 */
export interface EffectiveFee {
  readonly lost: bigint;
  /** Always positive. */
  readonly of: bigint;
  readonly basis: FeeBasis;
}

export interface SidePrices {
  readonly from: Price | null;
  readonly to: Price | null;
}

export function effectiveFee(
  { from, to }: Pick<QuoteRequest, 'from' | 'to'>,
  { input, output, fee }: Quote,
  prices: SidePrices,
): EffectiveFee {
  const paid = input * 10n ** BigInt(to.decimals);
  const received = output * 10n ** BigInt(from.decimals);
  if (from.asset === to.asset) return { lost: paid - received, of: paid, basis: 'units' };
  if (!isWorth(prices.from) || !isWorth(prices.to))
    return { lost: fee, of: input, basis: 'charge' };
  const paidValue = paid * prices.from.microUsd;
  return { lost: paidValue - received * prices.to.microUsd, of: paidValue, basis: 'prices' };
}

/** A percentage with two decimals for display only, rounded up so that it never flatters. */
export function effectiveFeePct(fee: EffectiveFee): number {
  return effectiveFeeBps(fee) / 100;
}

/** The same in hundredths of a percent. A plan is checked against this displayed figure. */
export function effectiveFeeBps({ lost, of }: EffectiveFee): number {
  return Number(dividedUp(lost * 10_000n, of));
}

/** The same in the source token's smallest units, rounded up. */
export function lostUnits({ lost, of }: EffectiveFee, input: bigint): bigint {
  return dividedUp(input * lost, of);
}

/** Division that rounds up, also for negative numbers. */
export function dividedUp(amount: bigint, by: bigint): bigint {
  const whole = amount / by;
  return amount > 0n && amount % by !== 0n ? whole + 1n : whole;
}

/** A price of zero measures nothing. */
function isWorth(price: Price | null): price is Price {
  return price !== null && price.microUsd > 0n;
}

/** Whether the amount is worth sending, because fixed costs consume small amounts. */
export interface Guard {
  /** False if nothing is priced or the best offer's effective fee is above the threshold. */
  readonly ok: boolean;
  /** The best offer's fee; null if nothing is priced. */
  readonly fee: EffectiveFee | null;
  readonly thresholdBps: Bps;
  /** In the source token's smallest units. */
  readonly recommendedMinInput: Amount;
}

interface GuardFacts {
  readonly amount: Amount;
  readonly best: EffectiveFee | null;
  /**
   * The smallest input that the best offer's engine says it would price; zero if it states none.
   */
  readonly bestLeast: Units;
  readonly refusals: readonly RailRefusal[];
  readonly thresholdBps: Bps;
}

/**
 * Judges the best offer and recommends the input from which the fee is worth paying.
 *
 * - With a price: the input at which the best offer is just within the threshold, assuming that its
 *   loss beyond the service's standard rate is a fixed cost, and at least what its engine would
 *   price. It is at most the requested amount exactly if that amount is worth sending.
 * - Without a price: the lowest minimum above the amount that a refusing engine stated; one unit if
 *   no engine stated one.
 */
export function guardOf({ amount, best, bestLeast, refusals, thresholdBps }: GuardFacts): Guard {
  const ok = best !== null && best.lost * 10_000n <= best.of * BigInt(thresholdBps);
  const recommended =
    best === null
      ? leastMinimum(refusals, amount)
      : larger(breakEven(best, amount, thresholdBps), bestLeast <= amount ? bestLeast : 1n);
  return { ok, fee: best, thresholdBps, recommendedMinInput: asAmount(bounded(recommended)) };
}

/** The guard's fee for display; zero if nothing is priced. */
export function guardFeePct({ fee }: Guard): number {
  return fee === null ? 0 : effectiveFeePct(fee);
}

function leastMinimum(refusals: readonly RailRefusal[], amount: Amount): bigint {
  const minima = refusals.flatMap(({ minInput }) =>
    minInput === undefined || minInput <= amount ? [] : [minInput],
  );
  return minima.reduce((least, one) => (least === 1n || one < least ? one : least), 1n);
}

/** Solves `fixed + input x standard rate = input x threshold`, rounded up. */
function breakEven({ lost, of }: EffectiveFee, amount: Amount, thresholdBps: Bps): bigint {
  const fixed = lost * 10_000n - of * BigInt(standardFeeBps);
  return dividedUp(fixed * amount, of * BigInt(thresholdBps - standardFeeBps));
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function bounded(input: bigint): bigint {
  if (input < 1n) return 1n;
  return input > maxUint256 ? maxUint256 : input;
}
