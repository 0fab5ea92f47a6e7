import type { ChainRef } from '@interline/kernel';
import type { BookStore, BookReads } from './repository.ts';
import { booksAccountKey, type Line } from './books-account.ts';

/** Entries per unit, which holds the writer for some milliseconds. */
const foldedAtOnce = 500;

/**
 * Adds all posted entries to the running balances and the day totals. Posting itself only inserts,
 * so that two workers never contend for the row of a busy account.
 */
export async function foldEntries({ store }: { readonly store: BookStore }): Promise<void> {
  for (;;) {
    const folded = await store.run('fold-entries', async (tx) => {
      const page = await tx.books.unfolded(foldedAtOnce);
      if (page.length > 0) await tx.books.fold(page);
      return page.length;
    });
    if (folded < foldedAtOnce) return;
  }
}

/** Above this number, entries are folded before anything is summed. */
const unfoldedAtMost = 100_000;

/**
 * The balances of all books accounts of a chain, or of all chains: the running ones plus unfolded
 * entries, up to that block if one is given. Lines of entries without a block always count.
 */
export async function balancesOf(
  books: Pick<BookReads, 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  at: { readonly chain: ChainRef; readonly block: number } | null,
): Promise<ReadonlyMap<string, Line>> {
  const sums = new Map<string, Line>();
  const add = (line: Line, sign: 1n | -1n): void => {
    const key = booksAccountKey(line);
    const units = (sums.get(key)?.units ?? 0n) + sign * line.units;
    sums.set(key, { ...line, units });
  };
  for (const line of await books.runningBalances(at?.chain)) add(line, 1n);
  const rest = await books.unfolded(unfoldedAtMost);
  for (const line of rest.flatMap(({ lines }) => lines)) {
    if (at === null || line.chain === at.chain) add(line, 1n);
  }
  const later = at === null ? [] : await books.entriesAbove(at.chain, at.block);
  for (const line of later.flatMap(({ lines }) => lines)) {
    if (line.chain === at?.chain) add(line, -1n);
  }
  return sums;
}
