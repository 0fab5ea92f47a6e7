import type { FloatWallet } from '../float-wallet.ts';
import type { Outbids } from '../coins/select-coins.ts';
import { type ChosenFeeRate, chooseFeeRate } from '../fees/choose-fee-rate.ts';
import { type FeeRate, feeRate } from '../fees/fee-rate.ts';

/** What inclusion costs now, by the nodes that answered. */
export interface Market {
  /** The median of the estimates, never below what nodes relay; null without an estimate. */
  readonly estimate: FeeRate | null;
  /** Below it the nodes that were asked take nothing now: the highest of theirs. */
  readonly relayMinimum: FeeRate;
  /** By how much a replacement must outbid. */
  readonly incremental: FeeRate;
}

const defaultTarget = 3;

/** Throws `CHAIN_UNREACHABLE` while too few nodes tell what they relay; an estimate may be missing. */
export async function readMarket(wallet: FloatWallet, signal: AbortSignal): Promise<Market> {
  const { targetBlocks = defaultTarget } = wallet.settings;
  const answers = await wallet.readAlike(
    async ({ node }) => {
      const [estimate, rates] = await Promise.all([
        node.feeEstimate(targetBlocks, signal).catch(() => null),
        node.relayRates(signal),
      ]);
      return { estimate, ...rates };
    },
    anyOfThem,
    signal,
  );
  const unbounded = { floor: feeRate(1n), cap: feeRate(2n ** 63n) };
  const estimates = answers.map(({ estimate }) => estimate);
  const isKnown = estimates.some((one) => one !== null);
  const relayMinimum = highest(answers.map(({ minimum }) => minimum));
  return {
    estimate: isKnown ? highest([chooseFeeRate(estimates, unbounded).rate, relayMinimum]) : null,
    relayMinimum,
    incremental: highest(answers.map(({ incremental }) => incremental)),
  };
}

/** No two need to say the same. */
const anyOfThem = () => 'an answer';

/** The rate of a new transaction, within the configured bounds. */
export function rateOf(
  { settings: { fees } }: FloatWallet,
  { estimate, relayMinimum }: Market,
): ChosenFeeRate {
  return chooseFeeRate([highest(estimate === null ? [relayMinimum] : [estimate])], fees);
}

/** What a replacement pays more than: so many sats, and its own relay. */
export function outbidding(feeUnits: bigint, { incremental }: Market): Outbids {
  return { feeUnits, incrementalRate: incremental };
}

/** Sats per vbyte, rounded up: the figure of the port. */
export function perVbyte(rate: bigint): bigint {
  return (rate + 999n) / 1_000n;
}

function highest(rates: readonly FeeRate[]): FeeRate {
  return rates.reduce((most, one) => (one > most ? one : most), feeRate(1n));
}
