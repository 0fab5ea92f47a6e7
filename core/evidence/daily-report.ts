import { chainFamily, utcDay } from '@interline/kernel';
import type { TransferRecord } from '../transfer/index.ts';

/** What is told in public of a day. A figure of fewer than ten routes is null. */
export interface DailyReport {
  /** Of UTC, as `2026-11-23`. */
  readonly day: string;
  readonly outcomes: readonly {
    readonly outcome: TransferRecord['outcome'];
    readonly routes: number | null;
  }[];
  /** By the families of the two chains. */
  readonly lanes: readonly {
    readonly from: string;
    readonly to: string;
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    readonly p95Seconds: number | null;
  }[];
}

/** Fewer than these could be told apart by who knows some of them. */
const fewest = 10;
const outcomes = ['delivered', 'missed', 'failed'] as const;

/** Of that day alone, whatever else the records are of. */
export function dailyReport(day: string, records: readonly TransferRecord[]): DailyReport {
  const ended = records.filter(({ atMs }) => utcDay(atMs) === day);
  const byOutcome = shownCells(
    outcomes.map((outcome) => ended.filter((one) => one.outcome === outcome)),
  );
  const lanes = Map.groupBy(
    ended,
    ({ lane: { from, to } }) => `${chainFamily(from)} ${chainFamily(to)}`,
  );
  const byLane = shownCells([...lanes.values()]);
  return {
    day,
    outcomes: outcomes.map((outcome, at) => ({ outcome, routes: byOutcome[at]?.length ?? null })),
    lanes: [...lanes.keys()]
      .map((name, at) => {
        const [from = '', to = ''] = name.split(' ');
        const shown = byLane[at] ?? null;
        const seconds = (shown ?? []).map(({ tookMs }) => tookMs / 1_000).sort((a, b) => a - b);
        return {
          from,
          to,
          routes: shown?.length ?? null,
          p50Seconds: seconds[Math.floor(seconds.length * 0.5)] ?? null,
          p95Seconds: seconds[Math.floor(seconds.length * 0.95)] ?? null,
        };
      })
      .sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
  };
}

/**
 * Cells of one whole, those of too few left out; where that is one alone, the smallest of the others
 * too, for one could be worked out from the rest and another whole of the same routes.
 */
function shownCells<T>(cells: readonly (readonly T[])[]): readonly (readonly T[] | null)[] {
  const isSmall = (cell: readonly T[]): boolean => cell.length > 0 && cell.length < fewest;
  const small = cells.filter(isSmall);
  const others = cells.filter((cell) => cell.length >= fewest);
  const smallest = Math.min(...others.map(({ length }) => length));
  const beside = small.length === 1 ? others.find(({ length }) => length === smallest) : undefined;
  return cells.map((cell) => (isSmall(cell) || cell === beside ? null : cell));
}
