import { asAddress } from '@interline/kernel';
import { booksAccountKey, isHolding } from './books-account.ts';
import { balancedEntry, type Entry } from './entry.ts';
import { balancesOf } from './fold-entries.ts';
import type { BookWrites } from './repository.ts';

/**
 * Must run in the caller's unit. Posts value that others sent us. If the account was judged at its
 * block or later, the value is already in the books as unclaimed, and is taken from there.
 */
export async function postArrival(
  books: Pick<BookWrites, 'check' | 'post' | 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  entry: Entry,
): Promise<void> {
  await books.post((await takenFromUnclaimed(books, entry)) ?? entry);
}

async function takenFromUnclaimed(
  books: Pick<BookWrites, 'check' | 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  entry: Entry,
): Promise<Entry | null> {
  const got = entry.lines.find((line) => isHolding(line) && line.units > 0n);
  if (got === undefined || entry.block === null) return null;
  const { chain, token, holder, units } = got;
  const judged = await books.check({ chain, token, account: asAddress(holder) });
  if (judged === null || judged.block < entry.block) return null;
  const unclaimed = { kind: 'unclaimed', chain, token, holder } as const;
  const balance = (await balancesOf(books, null)).get(booksAccountKey(unclaimed))?.units ?? 0n;
  if (balance >= 0n) return null;
  const taken = -balance < units ? -balance : units;
  return balancedEntry({
    ...entry,
    lines: [...entry.lines, { ...got, units: -taken }, { ...unclaimed, units: taken }],
  });
}
