import type { FloatlaneSettings } from './settings.ts';

/** The lane's rates in parts per million; 1 bps is 100 ppm. */
export interface LaneRates {
  /** The ceiling of every price: the deployment's standard charge. */
  readonly standardPpm: bigint;
  readonly basePpm: bigint;
  readonly discountPpm: bigint;
  /** Share of its target under which a destination float counts as drained. */
  readonly drainedBelowPpm: bigint;
  readonly undercutByPpm: bigint;
}

/** No rate is above the standard charge: a deployment that lowers that lowers all of them. */
export function laneRates(settings: FloatlaneSettings, standardFeeBps: number): LaneRates {
  const standardPpm = ppmOf(standardFeeBps);
  const basePpm = least(ppmOf(settings.baseBps), standardPpm);
  return {
    standardPpm,
    basePpm,
    discountPpm: least(ppmOf(settings.discountBps), basePpm),
    drainedBelowPpm: BigInt(settings.drainedBelowPct) * 10_000n,
    undercutByPpm: ppmOf(settings.undercutByBps),
  };
}

/** Bps have at most two decimals, so nothing is lost. */
export function ppmOf(bps: number): bigint {
  return BigInt(Math.round(bps * 100));
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
