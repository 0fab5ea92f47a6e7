import type { BooksStatement } from '@interline/client';
import type { ChartRow } from './chart.tsx';
import { microUsd } from './chart-scale.ts';

/** What the statement's rows are added up to for a chart. */
const accounts = {
  fees: ['fees'],
  gas: ['gas', 'gas-adjustment'],
  other: ['rail-costs', 'losses', 'conversion'],
} as const;

export interface BookRow extends ChartRow {
  /** On a scale of its own: fees are a thousandth of it. */
  readonly volume: bigint;
}

/**
 * Fees, gas, other costs and the result of each group, and its volume, in millionths of a dollar: of each of
 * `all`, and of others where anything is to be shown.
 */
export function bookRows(
  { rows, groups }: Pick<BooksStatement, 'rows' | 'groups'>,
  all: readonly string[] = [],
  nameOf: (group: string) => string = (group) => group,
): readonly BookRow[] {
  const names = [...new Set([...all, ...groups.map(({ group }) => group)])];
  const shown = names.map((group) => {
    const sumOf = (kinds: readonly string[]): bigint =>
      rows
        .filter((row) => row.group === group && kinds.includes(row.account))
        .reduce((sum, { usd }) => sum + (microUsd(usd) ?? 0n), 0n);
    const result = groups.find((one) => one.group === group);
    return {
      label: nameOf(group),
      values: [
        sumOf(accounts.fees),
        sumOf(accounts.gas),
        sumOf(accounts.other),
        result === undefined ? 0n : microUsd(result.profitUsd),
      ],
      volume: microUsd(result?.volumeUsd ?? null) ?? 0n,
    };
  });
  return shown.filter(
    ({ values, volume }, at) =>
      at < all.length || [...values, volume].some((value) => value !== 0n),
  );
}

/** The UTC days up to today, the oldest first. */
export function daysBefore(nowMs: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(nowMs - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}
