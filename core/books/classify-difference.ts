import { type AccountRole, asUnits, type Book, RelayError, type Units } from '@interline/kernel';
import { booksAccountKey, holdingOf, type Line } from './books-account.ts';
import { entryOf } from './entry.ts';
import { balancesOf } from './fold-entries.ts';
import type { BookReads, BookWrites } from './repository.ts';

/** An operator's finding about money that the service could not explain. */
export interface Classification {
  readonly book: Book;
  readonly role: AccountRole;
  /**
   * - unclaimed: a surplus that was ours: a deposit of the operator, or a late gain
   * - deficit: what the chain has less than the books: taken out by the operator, or lost
   */
  readonly of: 'unclaimed' | 'deficit';
  readonly as: 'capital' | 'losses';
  /** All of it when left out. */
  readonly units?: Units;
}

/** The size of a difference, and how much of it is classified. */
export interface Difference {
  readonly found: Units;
  readonly taken: Units;
}

/** Throws `WRONG_STATE` if there is no such difference, or less of it. */
export async function readDifference(
  books: Pick<BookReads, 'check' | 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  given: Classification,
): Promise<Difference> {
  const found = await foundUnits(books, given);
  const taken = given.units ?? asUnits(found > 0n ? found : 0n);
  if (taken === 0n || taken > found) throw noneFound(given, found);
  return { found: asUnits(found), taken };
}

/**
 * Posts the cause of a difference, and clears a deficit of that amount, in the caller's unit.
 * Throws the errors of `readDifference`.
 */
export async function classifyDifference(
  books: BookWrites,
  given: Classification,
  atMs: number,
): Promise<Difference> {
  const {
    book: { chain, account, token },
    role,
    as,
  } = given;
  const difference = await readDifference(books, given);
  const { taken } = difference;
  const from: Line =
    given.of === 'unclaimed'
      ? { kind: 'unclaimed', chain, token, holder: account, units: taken }
      : { ...holdingOf(role, chain, token, account), units: 0n - taken };
  const check = await books.check(given.book);
  const entry = entryOf({
    id: `classified/${chain}/${account.slice(0, 10)}/${token}/${atMs}`,
    kind: 'classified',
    chain,
    block: given.of === 'deficit' ? (check?.block ?? null) : null,
    lines: [from, { kind: as, chain, token, holder: '', units: -from.units }],
    atMs,
  });
  if (entry !== null) await books.post(entry);
  if (given.of === 'deficit' && check !== null) {
    const deficit = asUnits(check.deficit - taken);
    const appeared = deficit === 0n ? null : check.appeared;
    await books.putCheck({ ...check, deficit, appeared, atMs });
  }
  return difference;
}

async function foundUnits(
  books: Pick<BookReads, 'check' | 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  { book, role, of }: Classification,
): Promise<bigint> {
  return of === 'deficit' ? deficitOf(books, book, role) : unclaimedOf(books, book);
}

/**
 * What is still missing of a deficit. An entry posted since for that block or an older one, such as
 * the gas of a transaction that was read late, explains a part of it.
 */
async function deficitOf(
  books: Pick<BookReads, 'check' | 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  book: Book,
  role: AccountRole,
): Promise<bigint> {
  const check = await books.check(book);
  if (check === null || check.deficit === 0n) return 0n;
  const { chain, account, token } = book;
  const balances = await balancesOf(books, { chain, block: check.block });
  const key = booksAccountKey(holdingOf(role, chain, token, account));
  const missing = (balances.get(key)?.units ?? 0n) - check.units;
  const left = missing < check.deficit ? missing : check.deficit;
  return left > 0n ? left : 0n;
}

/** What came in on an account for no reason known to the service; negative if more was taken. */
export async function unclaimedOf(
  books: Pick<BookReads, 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  { chain, token, account }: Book,
): Promise<bigint> {
  const key = booksAccountKey({ kind: 'unclaimed', chain, token, holder: account });
  return -((await balancesOf(books, null)).get(key)?.units ?? 0n);
}

function noneFound({ book, role, of, units }: Classification, found: bigint): RelayError {
  const wanted = units === undefined ? 'some' : `at least ${units}`;
  return new RelayError(
    'WRONG_STATE',
    { field: 'of' },
    `the ${role} account ${book.account} on ${book.chain} has ${of} of ${found} in ${book.token}; this needs ${wanted}. ` +
      'Compare with the chain first: "interline books reconcile", then "interline books balance".',
  );
}
