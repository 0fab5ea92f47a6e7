import type { ChainRef, Lane } from '@interline/kernel';
import type { TransferRecord } from '../repository.ts';
import {
  type DeliveryScore,
  historyWindowDays,
  scoreOf,
  type TransferHistory,
} from './transfer-history.ts';

export interface LaneScore extends DeliveryScore {
  readonly lane: Lane;
}

export interface RailScore extends DeliveryScore {
  readonly rail: string;
  /** Delivery times of successful transfers: how many took at most this long, in steps. */
  readonly times: readonly TimeStep[];
  /** Most used first. */
  readonly lanes: readonly LaneScore[];
}

export interface Scorecard {
  readonly windowDays: number;
  /** Engines with a transfer in the window, by name. */
  readonly rails: readonly RailScore[];
}

export interface TimeStep {
  /** Slower ones are in the next steps; null for the last step. */
  readonly upToSec: number | null;
  readonly count: number;
}

/**
 * Coarse enough to reveal no single transfer, fine enough to tell seconds, minutes and hours apart.
 */
const timeStepsSec = [2, 5, 10, 20, 40, 60, 120, 300, 600, 1_800, 3_600, null] as const;

/** Filters; null for all. */
export interface ScorecardQuestion {
  readonly rail: string | null;
  readonly from: ChainRef | null;
  readonly to: ChainRef | null;
}

/** How each engine's transfers ended, from our own receipts. At most 30 s old. */
export type ReadScorecard = (question: ScorecardQuestion) => Promise<Scorecard>;

export function readScorecard(history: TransferHistory): ReadScorecard {
  return async ({ rail, from, to }) => {
    const asked = (await history()).filter(
      (one) => isOf(rail, one.rail) && isOf(from, one.lane.from) && isOf(to, one.lane.to),
    );
    const byRail = [...Map.groupBy(asked, (one) => one.rail)].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      windowDays: historyWindowDays,
      rails: byRail.map(([name, records]) => ({
        rail: name,
        ...scoreOf(records),
        times: timesOf(records),
        lanes: lanesOf(records),
      })),
    };
  };
}

function isOf(wanted: string | null, found: string): boolean {
  return wanted === null || wanted === found;
}

function timesOf(records: readonly TransferRecord[]): readonly TimeStep[] {
  const took = records
    .filter(({ outcome }) => outcome !== 'failed')
    .map(({ tookMs }) => tookMs / 1_000);
  return timeStepsSec.map((upToSec, at) => {
    const from = timeStepsSec[at - 1] ?? 0;
    const isIn = (sec: number): boolean =>
      (at === 0 || sec > from) && (upToSec === null || sec <= upToSec);
    return { upToSec, count: took.filter(isIn).length };
  });
}

function lanesOf(records: readonly TransferRecord[]): readonly LaneScore[] {
  const byLane = [...Map.groupBy(records, ({ lane }) => `${lane.from} ${lane.to}`)];
  return byLane
    .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined ? [] : [{ lane: first.lane, ...scoreOf([first, ...rest]) }],
    );
}
