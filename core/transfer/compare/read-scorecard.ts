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
  /** The most used first. */
  readonly lanes: readonly LaneScore[];
}

export interface Scorecard {
  readonly windowDays: number;
  /** Engines that had a transfer in the window, by name. */
  readonly rails: readonly RailScore[];
}

/** What to include; null for all. */
export interface ScorecardQuestion {
  readonly rail: string | null;
  readonly from: ChainRef | null;
  readonly to: ChainRef | null;
}

/** How each engine's transfers ended, by our own receipts. At most 30 s old. */
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
        lanes: lanesOf(records),
      })),
    };
  };
}

function isOf(wanted: string | null, found: string): boolean {
  return wanted === null || wanted === found;
}

function lanesOf(records: readonly TransferRecord[]): readonly LaneScore[] {
  const byLane = [...Map.groupBy(records, ({ lane }) => `${lane.from} ${lane.to}`)];
  return byLane
    .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined ? [] : [{ lane: first.lane, ...scoreOf([first, ...rest]) }],
    );
}
