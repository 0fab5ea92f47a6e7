import { chainFamily, utcDay } from '@interline/kernel';
import { type DayIncidents, incidentsOf, type Order } from './day-incidents.ts';
import type { Switch } from '../switches/index.ts';
import type { TransferRecord } from '../transfer/index.ts';

/** The public report of a day. A figure of fewer than ten routes is null. */
export interface DailyReport {
  /** The UTC day, as `2026-11-23`. */
  readonly day: string;
  readonly outcomes: readonly {
    readonly outcome: TransferRecord['outcome'];
    readonly routes: number | null;
  }[];
  /** Routes between each pair of chain families. */
  readonly lanes: readonly {
    readonly from: string;
    readonly to: string;
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    readonly p95Seconds: number | null;
  }[];
  /** Of routes that did not deliver what was agreed. */
  readonly refunds: {
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    /** Held for their payers when the report was made, whichever day they are from. */
    readonly held: number | null;
  } | null;
  /** To two digits, rounded down, so that two days do not reveal what one route added. */
  readonly money: DayMoney | null;
  /** Entries in the log of receipts when the report was made. */
  readonly logSize: number | null;
  /**
   * The longest time a receipt of the day waited for the log, in whole minutes begun: finer figures would
   * reveal when a lone route ended. Null where the day has no receipt.
   */
  readonly mergeDelayMaxMinutes: number | null;
  readonly incidents: DayIncidents | null;
}

/** Figures that reports lack if they were made before the figure was introduced. */
export const untold = {
  refunds: null,
  money: null,
  logSize: null,
  mergeDelayMaxMinutes: null,
  incidents: null,
} as const;

/** Millionths of a dollar, at each day's prices. */
export interface DayMoney {
  readonly volumeMicroUsd: bigint;
  readonly feesMicroUsd: bigint;
  readonly gasMicroUsd: bigint;
}

/** What the store knows beside the records of routes. */
export interface DayFacts {
  readonly money: DayMoney;
  readonly held: number;
  readonly logSize: number;
  readonly mergeDelayMs: number | null;
  /** Orders that operators gave since the day began. */
  readonly orders: readonly Order[];
  readonly switches: readonly Pick<Switch, 'scope' | 'state' | 'sinceMs'>[];
  readonly endsTakenBack: number;
}

/** With fewer routes, a reader who knows some of them could tell the others apart. */
const fewest = 10;
const outcomes = ['delivered', 'missed', 'failed'] as const;

/** Counts that day alone, even if the records cover more. */
export function dailyReport(
  day: string,
  records: readonly TransferRecord[],
  { money, held, logSize, mergeDelayMs, orders, switches, endsTakenBack }: DayFacts,
): DailyReport {
  const ended = records.filter(({ atMs }) => utcDay(atMs) === day);
  const byOutcome = shownCells(
    outcomes.map((outcome) => ended.filter((one) => one.outcome === outcome)),
  );
  const lanes = Map.groupBy(
    ended,
    ({ lane: { from, to } }) => `${chainFamily(from)} ${chainFamily(to)}`,
  );
  const byLane = shownCells([...lanes.values()]);
  const failed = byOutcome[outcomes.indexOf('failed')] ?? null;
  return {
    day,
    outcomes: outcomes.map((outcome, at) => ({ outcome, routes: byOutcome[at]?.length ?? null })),
    lanes: [...lanes.keys()]
      .map((name, at) => {
        const [from = '', to = ''] = name.split(' ');
        const shown = byLane[at] ?? null;
        return {
          from,
          to,
          routes: shown?.length ?? null,
          p50Seconds: secondsAt(0.5, shown),
          p95Seconds: secondsAt(0.95, shown),
        };
      })
      .sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
    refunds: {
      routes: failed?.length ?? null,
      p50Seconds: secondsAt(0.5, failed),
      held: unlessFew(held),
    },
    money: ended.length < fewest ? null : roundedMoney(money),
    logSize,
    mergeDelayMaxMinutes: mergeDelayMs === null ? null : Math.ceil(mergeDelayMs / 60_000),
    incidents: incidentsOf(day, orders, switches, unlessFew(endsTakenBack)),
  };
}

/** Null for fewer than ten. */
function unlessFew(count: number): number | null {
  return count > 0 && count < fewest ? null : count;
}

function secondsAt(part: number, shown: readonly TransferRecord[] | null): number | null {
  const seconds = (shown ?? []).map(({ tookMs }) => tookMs / 1_000).sort((a, b) => a - b);
  return seconds[Math.floor(seconds.length * part)] ?? null;
}

function roundedMoney({ volumeMicroUsd, feesMicroUsd, gasMicroUsd }: DayMoney): DayMoney {
  return {
    volumeMicroUsd: twoDigitsOf(volumeMicroUsd),
    feesMicroUsd: twoDigitsOf(feesMicroUsd),
    gasMicroUsd: twoDigitsOf(gasMicroUsd),
  };
}

function twoDigitsOf(value: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, value.toString().length - 2));
  return (value / unit) * unit;
}

/**
 * Cells of one whole. Those with too few routes are left out, and with them the smallest of the others until
 * at least two cells and enough routes are missing: otherwise another total over the same routes would reveal
 * what was left out.
 */
function shownCells<T>(cells: readonly (readonly T[])[]): readonly (readonly T[] | null)[] {
  const hidden = new Set(cells.filter(({ length }) => length > 0 && length < fewest));
  const others = cells
    .filter(({ length }) => length >= fewest)
    .sort((one, other) => one.length - other.length);
  const isRevealed = (): boolean =>
    hidden.size === 1 || [...hidden].reduce((sum, { length }) => sum + length, 0) < fewest;
  for (const beside of hidden.size === 0 ? [] : others) {
    if (!isRevealed()) break;
    hidden.add(beside);
  }
  return cells.map((cell) => (hidden.has(cell) ? null : cell));
}
