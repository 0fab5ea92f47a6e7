import pc from 'picocolors';
import type { RouteReceipt } from '@interline/client';
import { stripVTControlCharacters } from 'node:util';
import { inTokens, type Terminal } from './terminal.ts';

/** Rows under each other; colours take no room. */
export function columns(rows: readonly (readonly string[])[]): string {
  const lengthOf = (cell: string): number => stripVTControlCharacters(cell).length;
  const widths = (rows[0] ?? []).map((_cell, index) =>
    Math.max(...rows.map((row) => lengthOf(row[index] ?? ''))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - lengthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line per change of a route. */
export function showProgress(out: Terminal, { status, stage, elapsedSec }: RouteReceipt): void {
  const colour = status === 'DONE' ? pc.green : status === 'FAILED' ? pc.red : pc.yellow;
  out.step(`${elapsedSec} s`, `${colour(status)} ${stage}`);
}

/** How a route ended, with everything a person would look up. */
export function showReceipt(out: Terminal, receipt: RouteReceipt): void {
  for (const field of ['id', 'srcTx', 'destTx', 'refundTx', 'svcFee', 'bridged'] as const) {
    const value = receipt[field];
    if (value !== null) out.step(field, value);
  }
  if (receipt.failure !== undefined) out.step('reason', receipt.failure.error);
}

/** The same of an amount that may be below zero. */
export function signedTokens(units: string, decimals: number, symbol: string): string {
  return units.startsWith('-')
    ? `-${inTokens(units.slice(1), decimals, symbol)}`
    : inTokens(units, decimals, symbol);
}
