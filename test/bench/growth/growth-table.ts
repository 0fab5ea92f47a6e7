import { columns } from '../load/columns.ts';
import type { Answered } from './measure-questions.ts';

/** Bytes that a database has for each ended route, by table and with its indices. */
export interface Kept {
  readonly total: number;
  readonly byTable: readonly { readonly name: string; readonly bytes: number }[];
}

/** What became of those that ended more than 90 days ago. */
export interface ArchivedShare {
  readonly moved: number;
  /** Of the archive's tables, for each of them. */
  readonly bytes: number;
  /** With the books' entries, which stay where they are. */
  readonly bytesWithBooks: number;
  readonly tookMs: number;
  /** The most that one turn of the event loop computed for. */
  readonly heldMs: number;
}

export interface Grown {
  readonly database: 'sqlite' | 'postgres';
  readonly ended: number;
  readonly open: number;
  readonly kept: Kept;
  readonly answered: readonly Answered[];
  readonly archived: ArchivedShare;
  /** Questions about a route that is archived by then. */
  readonly answeredAfter: readonly Answered[];
}

/**
 * What the same cost before the store was mended for growth, at 10,000 open routes in SQLite, as far
 * as it was measured then: in milliseconds.
 */
const thenMs: Readonly<Record<string, number>> = {
  holding: 13.7,
  pendingPullsOn: 24.4,
  unawaitedTransactions: 1_181,
  'openPage, resent': 311,
};
const thenBytes = 10_700;

const turnAtMostMs = 10;

export function growthTable(grown: Grown): string {
  const { database, ended, open, kept, answered, archived, answeredAfter } = grown;
  const byTable = kept.byTable.map(({ name, bytes }) => `${name} ${whole(bytes)}`).join(', ');
  const rows = [
    ...answered,
    ...answeredAfter.map((one) => ({ ...one, name: `${one.name}, archived` })),
  ].map(({ name, when, p50Ms, maxMs, heldMs, statements, scans }) => [
    `${name}${heldMs > turnAtMostMs ? ' !' : ''}`,
    when,
    thenMs[name]?.toString() ?? '',
    p50Ms.toFixed(2),
    maxMs.toFixed(2),
    heldMs.toFixed(2),
    String(statements),
    scans.join('; '),
  ]);
  return [
    `${database}: ${whole(ended)} ended and ${whole(open)} open routes`,
    `${whole(kept.total)} bytes a route and its share of indices (before: ${whole(thenBytes)} without the books)`,
    `  ${byTable}`,
    `${whole(archived.moved)} archived in ${whole(archived.tookMs)} ms, one turn of the event loop ${archived.heldMs.toFixed(1)} ms at most`,
    `${whole(archived.bytes)} bytes an archived route, ${whole(archived.bytesWithBooks)} with its entries in the books`,
    '',
    columns([
      [
        'question',
        'asked',
        'before, at 10,000 open',
        'p50 ms',
        'max ms',
        'loop held',
        'statements',
        'reads all of',
      ],
      ...rows,
    ]),
    '',
    `"!": one turn of the event loop computes for more than ${turnAtMostMs} ms`,
  ].join('\n');
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en');
}
