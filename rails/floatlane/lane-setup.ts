import { type Inventory, inventoryOf, type RailContext } from '@interline/plugins';
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

/** What the lane works with, fixed for its lifetime. */
export interface LaneSetup {
  readonly context: RailContext;
  readonly inventory: Inventory;
  readonly settings: FloatlaneSettings;
  readonly rates: LaneRates;
}

export function laneSetup(context: RailContext, settings: FloatlaneSettings): LaneSetup {
  return {
    context,
    inventory: inventoryOf(context),
    settings,
    rates: laneRates(settings, context.standardFeeBps),
  };
}

/** No rate is above the standard charge, so a deployment that lowers it lowers all of them. */
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

/** Exact: the settings allow bps with at most two decimals. */
export function ppmOf(bps: number): bigint {
  return BigInt(Math.round(bps * 100));
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
