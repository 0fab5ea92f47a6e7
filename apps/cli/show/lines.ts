import pc from 'picocolors';
import type { RouteReceipt } from '@interline/client';
import { stripVTControlCharacters } from 'node:util';
import { UsageError } from '../exit-codes.ts';
import { depositRefundLines, refundCommand } from './deposit-words.ts';
import type { Terminal } from './terminal.ts';
import type { TokenAmounts } from './token-amounts.ts';
import { noLinks, type TransactionLinks } from './transaction-links.ts';

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
  const where = status === stage ? '' : ` ${stage}`;
  out.step(`${elapsedSec} s`, `${statusColour(status)(status)}${where}`);
}

export function statusColour(status: RouteReceipt['status']): (text: string) => string {
  return status === 'DONE' ? pc.green : status === 'FAILED' ? pc.red : pc.yellow;
}

/** How a route ended, with everything a person would look up. */
export function showReceipt(
  out: Terminal,
  receipt: RouteReceipt,
  amounts: TokenAmounts,
  linked: TransactionLinks = noLinks,
): void {
  const { id, srcTx, destTx, refundTx, bridged, from, to } = receipt;
  const { refunded, refundHeld, failure, fund } = receipt;
  const isBack = bridged === '0';
  const source = (units: string): string => amounts.of(units, from.chain, from.token);
  const on = (chain: string | number, hash: string | null | undefined): string | null =>
    hash == null ? null : linked(hash, chain);
  const lines: readonly (readonly [label: string, text: string | null | undefined])[] = [
    ['id', id],
    ['sent in', on(from.chain, srcTx)],
    ['arrived in', on(to.chain, destTx)],
    ['came back in', on(from.chain, refundTx)],
    ['our charge', fund === undefined ? feeText(receipt, source) : null],
    ['waits', fund === undefined ? null : fundText(receipt, amounts.chain(fund.chain))],
    ['bridged', isBack || isAwaited(receipt) ? null : source(bridged)],
    ['delivered', to.delivered === null ? null : amounts.of(to.delivered, to.chain, to.token)],
    ['memo', to.memo === undefined ? null : `${to.memo.type}:${to.memo.value}`],
    ['to claim', to.claim === undefined ? null : `balance ${to.claim.balanceId}; ${to.claim.note}`],
    ['refunded', refunded === undefined ? null : source(refunded)],
    ['reason', refundHeld?.error ?? failure?.error],
    ['owed', refundHeld === undefined ? null : source(refundHeld.owed)],
    ['what to do', whatToDo(receipt)],
    ...depositRefundLines(receipt, source).map((line) => ['back', line] as const),
  ];
  for (const [label, text] of lines) if (text != null) out.step(label, text);
}

function feeText(receipt: RouteReceipt, source: (units: string) => string): string {
  const quoted = `quoted: ${source(receipt.quoted.svcFee)}`;
  if (isAwaited(receipt)) return quoted;
  const taken = source(receipt.svcFee);
  return receipt.bridged === '0' ? `${taken}; ${quoted}` : taken;
}

/** Whoever reads it can only wait: the operator's desk says what is to be sent where. */
function fundText({ refusals = [] }: RouteReceipt, chain: string): string {
  const why = refusals.map(({ reason }) => `: ${reason.replaceAll('eip155:', 'chain ')}`).join('');
  return `for the service's own account on ${chain} to be funded; it then goes on by itself, and fails where that comes too late. Nothing was taken${why}`;
}

/** Nothing is taken or bridged yet. */
function isAwaited({ status }: RouteReceipt): boolean {
  return status === 'AWAITING_DEPOSIT' || status === 'FUNDS_REQUIRED';
}

/** In the words of these commands where they have one for it. */
function whatToDo({ id, refundHeld }: RouteReceipt): string | undefined {
  return refundHeld?.reason === 'no-address'
    ? `name one: ${refundCommand(id)}`
    : refundHeld?.suggestedAction;
}

interface OnSomeChain {
  readonly chain: string | number;
}

/**
 * The rows of one chain; all where none is named. Throws with the chains that there are, in these rows
 * or in those `beside` them.
 */
export function onChain<Row extends OnSomeChain>(
  rows: readonly Row[],
  chain: string | undefined,
  beside: readonly OnSomeChain[] = [],
): readonly Row[] {
  if (chain === undefined) return rows;
  const found = rows.filter((row) => String(row.chain) === chain);
  const chains = new Set(inChainOrder([...rows, ...beside]).map((row) => String(row.chain)));
  if (chains.has(chain) || chains.size === 0) return found;
  throw new UsageError(
    `there is nothing on chain "${chain}"; wanted one of ${[...chains].join(', ')}`,
  );
}

/** By the chains' numbers, 10 before 100; rows of one chain stay as they were. */
export function inChainOrder<Row extends OnSomeChain>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) =>
    String(a.chain).localeCompare(String(b.chain), 'en', { numeric: true }),
  );
}
