import { type Amount, asUnits, type Bps, feeOf, type Units } from '@interline/kernel';

/** What a payout is priced from. */
export interface PayoutTerms {
  readonly rate: Rate;
  /** The service's standard charge. */
  readonly chargeBps: Bps;
  /** Gas of the pull and of the payout, in the source token's smallest units. */
  readonly gas: Units;
  /** Spread and margin together, in basis points; zero between tokens of one asset. */
  readonly offBps: number;
}

/** `output = input * numerator / denominator`, in smallest units. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Unit for unit, between tokens of one asset. */
export function parRate(fromDecimals: number, toDecimals: number): Rate {
  return {
    numerator: 10n ** BigInt(toDecimals),
    denominator: 10n ** BigInt(fromDecimals),
  };
}

interface PricedSide {
  readonly decimals: number;
  /** Above zero. */
  readonly microUsd: bigint;
}

export function marketRate(from: PricedSide, to: PricedSide): Rate {
  return {
    numerator: from.microUsd * 10n ** BigInt(to.decimals),
    denominator: to.microUsd * 10n ** BigInt(from.decimals),
  };
}

export interface PayoutPrice {
  /**
   * The whole charge, in the source token's smallest units: the standard charge, or gas above it.
   */
  readonly fee: Units;
  /** What the recipient gets, rounded down; zero where the fee takes everything. */
  readonly output: Units;
}

export function pricePayout(terms: PayoutTerms, amount: Amount): PayoutPrice {
  const standard = feeOf(amount, terms.chargeBps);
  const fee = standard > terms.gas ? standard : terms.gas;
  return { fee, output: outputAt(terms, amount, fee) };
}

/** The output after a known fee, rounded down. */
export function outputAt(
  { rate, offBps }: Pick<PayoutTerms, 'rate' | 'offBps'>,
  amount: Amount,
  fee: Units,
): Units {
  if (fee >= amount) return asUnits(0n);
  const kept = (amount - fee) * BigInt(10_000 - offBps) * rate.numerator;
  return asUnits(kept / (rate.denominator * 10_000n));
}

/**
 * The smallest amount that pays out at least that much; at most one unit above the exact minimum.
 */
export function inputFor({ rate, chargeBps, gas, offBps }: PayoutTerms, output: Units): Units {
  const net = ceilDiv(
    output * rate.denominator * 10_000n,
    rate.numerator * BigInt(10_000 - offBps),
  );
  const withCharge = ceilDiv(net * 10_000n, BigInt(10_000 - chargeBps)) + 1n;
  return asUnits(withCharge > net + gas ? withCharge : net + gas);
}

/** The largest amount that the destination's cap allows, before deductions. */
export function inputWithin({ rate }: Pick<PayoutTerms, 'rate'>, cap: Units): Units {
  return asUnits((cap * rate.denominator) / rate.numerator);
}

/** The smallest cap that allows the input. */
export function capFor({ rate }: Pick<PayoutTerms, 'rate'>, amount: Amount): Units {
  return asUnits(ceilDiv(amount * rate.numerator, rate.denominator));
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
