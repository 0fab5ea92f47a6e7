import { type AccountRole, asUnits, type Book, RelayError, type Units } from '@interline/kernel';
import type { Clock, CustodyPort, Log } from '@interline/ports';
import { booksAccountKey, holdingOf, type Line } from './books-account.ts';
import { balancedEntry } from './entry.ts';
import { balancesOf } from './fold-entries.ts';
import type { BookStore, BookWrites } from './repository.ts';

/** What an operator has found out about money that the service could not explain. */
export interface Classification {
  readonly chain: Book['chain'];
  readonly role: AccountRole;
  readonly token: string;
  /**
   * - unclaimed: a surplus that was ours: a deposit of the operator, or a late gain
   * - deficit: what the chain has less than the books: taken out by the operator, or lost
   */
  readonly of: 'unclaimed' | 'deficit';
  readonly as: 'capital' | 'losses';
  /** The whole of it where left out. */
  readonly units?: Units;
}

/**
 * Posts what a difference was, and clears a deficit of that much. Throws `BAD_REQUEST` where there
 * is no such difference, or less of it.
 */
export type ClassifyDifference = (given: Classification) => Promise<{ readonly units: Units }>;

interface Ports {
  readonly store: BookStore;
  readonly custody: Pick<CustodyPort, 'account'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function classifyDifference(ports: Ports): ClassifyDifference {
  const { store, custody, clock, log } = ports;
  return async (given) => {
    const { chain, role, token, as } = given;
    const account = custody.account(role);
    const units = await store.run('classify-difference', async (tx) => {
      const found = await foundUnits(tx.books, { chain, account, token }, given.of);
      const taken = given.units ?? asUnits(found);
      if (taken === 0n || taken > found) throw noneFound(given, found);
      const from: Line =
        given.of === 'unclaimed'
          ? { kind: 'unclaimed', chain, token, holder: account, units: taken }
          : { ...holdingOf(role, chain, token, account), units: 0n - taken };
      const check = await tx.books.check({ chain, account, token });
      const atMs = clock.now();
      const entry = balancedEntry({
        id: `classified/${chain}/${role}/${token}/${atMs}`,
        kind: 'classified',
        chain,
        block: given.of === 'deficit' ? (check?.block ?? null) : null,
        blockHash: null,
        txHash: null,
        logIndex: null,
        transactionId: null,
        owner: null,
        engine: null,
        reverses: null,
        lines: [from, { kind: as, chain, token, holder: '', units: -from.units }],
        atMs,
      });
      if (entry !== null) await tx.books.post(entry);
      if (given.of === 'deficit' && check !== null) {
        const deficit = asUnits(check.deficit - taken);
        const appeared = deficit === 0n ? null : check.appeared;
        await tx.books.putCheck({ ...check, deficit, appeared, atMs });
      }
      return taken;
    });
    log.warn('books-classified', {
      chain,
      account: role,
      token,
      of: given.of,
      as,
      units: String(units),
    });
    return { units };
  };
}

async function foundUnits(
  books: Pick<BookWrites, 'check' | 'runningBalances' | 'unfolded' | 'entriesAbove'>,
  book: Book,
  of: Classification['of'],
): Promise<bigint> {
  if (of === 'deficit') return (await books.check(book))?.deficit ?? 0n;
  const { chain, token, account } = book;
  const key = booksAccountKey({ kind: 'unclaimed', chain, token, holder: account });
  return -((await balancesOf(books, null)).get(key)?.units ?? 0n);
}

function noneFound({ role, token, chain, of, units }: Classification, found: bigint): RelayError {
  const wanted = units === undefined ? 'some' : `at least ${units}`;
  return new RelayError(
    'BAD_REQUEST',
    { field: 'of' },
    `the ${role} account on ${chain} has ${of} of ${found} in ${token}; this needs ${wanted}. ` +
      'Read "interline books reconciliation" and "interline books balance" first.',
  );
}
