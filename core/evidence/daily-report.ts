import { chainFamily, utcDay } from '@interline/kernel';
import { type DayIncidents, incidentsOf, type Order } from './day-incidents.ts';
import type { Switch } from '../switches/index.ts';
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
  /** Of routes that did not bring what was agreed. */
  readonly refunds: {
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    /** Held for their payers when the report was made, of whatever day. */
    readonly held: number | null;
  } | null;
  /** To two digits, rounded down: what one route adds cannot be read off two days. */
  readonly money: DayMoney | null;
  /** Entries of the log of receipts when the report was made. */
  readonly logSize: number | null;
  /**
   * The longest that a receipt of the day waited for the log, in whole minutes begun: a second less or more
   * would tell when a lone route ended. Null where no receipt is of that day.
   */
  readonly mergeDelayMaxMinutes: number | null;
  readonly incidents: DayIncidents | null;
}

/** What reports do not tell that were made before it was asked of them. */
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

/** What the store says beside the records of routes. */
export interface DayFacts {
  readonly money: DayMoney;
  readonly held: number;
  readonly logSize: number;
  readonly mergeDelayMs: number | null;
  /** That operators gave since the day began. */
  readonly orders: readonly Order[];
  readonly switches: readonly Pick<Switch, 'scope' | 'state' | 'sinceMs'>[];
  readonly endsTakenBack: number;
}

/** Fewer than these could be told apart by who knows some of them. */
const fewest = 10;
const outcomes = ['delivered', 'missed', 'failed'] as const;

/** Of that day alone, whatever else the records are of. */
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

/** Null of a handful. */
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
 * Cells of one whole, those of too few left out, and the smallest of the others with them until what is
 * left out is two cells and no fewer routes: another whole of the same routes tells what they come to,
 * and where that is two, each has one.
 */
function shownCells<T>(cells: readonly (readonly T[])[]): readonly (readonly T[] | null)[] {
  const hidden = new Set(cells.filter(({ length }) => length > 0 && length < fewest));
  const others = cells
    .filter(({ length }) => length >= fewest)
    .sort((one, other) => one.length - other.length);
  const isTold = (): boolean =>
    hidden.size === 1 || [...hidden].reduce((sum, { length }) => sum + length, 0) < fewest;
  for (const beside of hidden.size === 0 ? [] : others) {
    if (!isTold()) break;
    hidden.add(beside);
  }
  return cells.map((cell) => (hidden.has(cell) ? null : cell));
}
