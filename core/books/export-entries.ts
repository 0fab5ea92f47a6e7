import { chainToWire, utcDay, type TokenList } from '@interline/kernel';
import { tokenOf } from './keep-day-prices.ts';
import type { Entry } from './entry.ts';
import type { BookReads, EntryPage } from './repository.ts';

/** One line of one entry, for a spreadsheet. */
export type ExportRow = Readonly<Record<(typeof exportColumns)[number], string>>;

/**
 * - day, time: when the entry was posted, UTC
 * - entry, kind, reverses: the entry, what was seen, and the entry that it reverses
 * - chain, block, blockHash, tx, log: where it was seen; a coin transfer has no log
 * - transaction: our transaction; ownerKind, owner: for whom; engine: the route's engine
 * - account, holder: the books account; our address or the engine that it stands for
 * - lineChain, token, symbol: of the amount
 * - debit, credit: smallest units; one of them is empty
 */
export const exportColumns = [
  'day',
  'time',
  'entry',
  'kind',
  'reverses',
  'chain',
  'block',
  'blockHash',
  'tx',
  'log',
  'transaction',
  'ownerKind',
  'owner',
  'engine',
  'account',
  'holder',
  'lineChain',
  'token',
  'symbol',
  'debit',
  'credit',
] as const;

export interface ExportPage {
  readonly rows: readonly ExportRow[];
  /** The start of the next page; null on the last one. */
  readonly next: { readonly atMs: number; readonly id: string } | null;
}

/** One page of complete entries, in the order of posting. */
export async function exportEntries(
  {
    store,
    tokens,
  }: {
    readonly store: { readonly reads: { readonly books: Pick<BookReads, 'entries'> } };
    readonly tokens: TokenList;
  },
  page: EntryPage,
): Promise<ExportPage> {
  const entries = await store.reads.books.entries(page);
  const last = entries.at(-1);
  return {
    rows: entries.flatMap((entry) => rowsOf(entry, tokens)),
    next:
      last === undefined || entries.length < page.limit ? null : { atMs: last.atMs, id: last.id },
  };
}

function rowsOf(entry: Entry, tokens: TokenList): readonly ExportRow[] {
  const common = {
    day: utcDay(entry.atMs),
    time: new Date(entry.atMs).toISOString(),
    entry: entry.id,
    kind: entry.kind,
    reverses: entry.reverses ?? '',
    chain: String(chainToWire(entry.chain)),
    block: String(entry.block ?? ''),
    blockHash: entry.blockHash ?? '',
    tx: entry.txHash ?? '',
    log: entry.logIndex === null || entry.logIndex < 0 ? '' : String(entry.logIndex),
    transaction: entry.transactionId ?? '',
    ownerKind: entry.owner?.kind ?? '',
    owner: entry.owner?.id ?? '',
    engine: entry.engine ?? '',
  };
  return entry.lines.map((line) => ({
    ...common,
    account: line.kind,
    holder: line.holder,
    lineChain: String(chainToWire(line.chain)),
    token: line.token,
    symbol: tokenOf(tokens, line)?.symbol ?? '',
    debit: line.units > 0n ? line.units.toString() : '',
    credit: line.units < 0n ? (-line.units).toString() : '',
  }));
}

/**
 * One line of CSV (RFC 4180), without its end. A field that a spreadsheet would run as a formula
 * gets a leading apostrophe, because names of engines and symbols come from third parties. Numbers
 * stay numbers.
 */
export function csvLine(fields: readonly string[]): string {
  return fields.map(csvField).join(',');
}

const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/;

function csvField(field: string): string {
  const isFormula = /^[=+\-@\t\r\n]/.test(field) && !plainNumber.test(field);
  const safe = isFormula ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
