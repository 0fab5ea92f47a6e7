import type { FloatWallet } from '../float-wallet.ts';
import type { Outbids } from '../coins/select-coins.ts';
import { type ChosenFeeRate, chooseFeeRate, medianOf } from '../fees/choose-fee-rate.ts';
import { type FeeRate, feeRate } from '../fees/fee-rate.ts';
import type { RelayRates } from '../node/bitcoin-node.ts';

/**
 * What inclusion costs now, according to the nodes that answered; no single one of several nodes
 * decides it.
 */
export interface Market {
  /** The median of the estimates, at least the relay minimum; null without an estimate. */
  readonly estimate: FeeRate | null;
  /** Nodes accept no lower rate now: the median of their minimums. */
  readonly relayMinimum: FeeRate;
  /** By how much a replacement must outbid: the median of what the nodes require. */
  readonly incremental: FeeRate;
}

const defaultTarget = 3;

/**
 * Core's defaults up to version 29, used where too few nodes state their own; newer versions accept
 * less.
 */
const assumedRelayRate = feeRate(1_000n);

/**
 * Throws `CHAIN_UNREACHABLE` while too few nodes answer; an estimate may be missing. If a rate
 * proves too low, a replacement follows.
 */
export async function readMarket(wallet: FloatWallet, signal: AbortSignal): Promise<Market> {
  const { targetBlocks = defaultTarget } = wallet.settings;
  const answers = await wallet.readAlike(
    async ({ node }) => {
      const [estimate, rates] = await Promise.all([
        node.feeEstimate(targetBlocks, signal).catch(() => null),
        node.relayRates(signal),
      ]);
      return { estimate, rates };
    },
    anyOfThem,
    signal,
  );
  const told = answers.flatMap(({ rates }) => rates ?? []);
  const relayed = (rate: (rates: RelayRates) => FeeRate): FeeRate =>
    (told.length < wallet.enough ? null : medianOf(told.map(rate))) ?? assumedRelayRate;
  const estimate = medianOf(answers.map((one) => one.estimate));
  const relayMinimum = relayed(({ minimum }) => minimum);
  return {
    estimate: estimate === null || estimate > relayMinimum ? estimate : relayMinimum,
    relayMinimum,
    incremental: relayed(({ incremental }) => incremental),
  };
}

/** The nodes' figures need not agree. */
const anyOfThem = () => 'an answer';

/** The rate of a new transaction, within the configured bounds. */
export function rateOf(
  { settings: { fees } }: FloatWallet,
  { estimate, relayMinimum }: Market,
): ChosenFeeRate {
  return chooseFeeRate([estimate ?? relayMinimum], fees);
}

/** The fees that a replacement must exceed, plus its own relay fee. */
export function outbidding(feeUnits: bigint, { incremental }: Market): Outbids {
  return { feeUnits, incrementalRate: incremental };
}

export function dearerOf(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Sats per vbyte, rounded up: the port's unit. */
export function perVbyte(rate: bigint): bigint {
  return (rate + 999n) / 1_000n;
}
