import type { BooksStatement } from '@interline/client';
import type { ChartRow } from './chart.tsx';
import { microUsd } from './chart-scale.ts';

/** What the statement's rows are added up to for a chart. */
const accounts = {
  fees: ['fees'],
  gas: ['gas', 'gas-adjustment'],
  other: ['rail-costs', 'losses', 'conversion'],
} as const;

/**
 * Fees, gas, other costs and the result of each group, in millionths of a dollar. A group is there whether
 * or not anything was booked, where it is one of `all`.
 */
export function bookRows(
  { rows, groups }: Pick<BooksStatement, 'rows' | 'groups'>,
  all: readonly string[] = [],
  nameOf: (group: string) => string = (group) => group,
): readonly ChartRow[] {
  const names = [...new Set([...all, ...groups.map(({ group }) => group)])];
  return names.map((group) => {
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
    };
  });
}

/** The UTC days up to today, the oldest first. */
export function daysBefore(nowMs: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(nowMs - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}
