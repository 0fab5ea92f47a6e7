import { asAddress, type Book, type ChainRef } from '@interline/kernel';
import { isHolding } from './books-account.ts';
import { type Entry, reversalOf, standingEntries } from './entry.ts';
import type { ReconcilePorts } from './reconcile-ports.ts';

/** Deeper reorgs are not watched for. */
const deepest = 256;

/**
 * Reverses entries for blocks that a reorg has replaced, unless they belong to a stored
 * transaction, whose own watch does that: what was seen there may not have happened. What an
 * orphaned entry opened is opened again.
 */
export async function reverseOrphans(
  { store, custody, clock }: Pick<ReconcilePorts, 'store' | 'custody' | 'clock'>,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<void> {
  const newest = await custody.holdings(chain, [], {}, signal);
  const since = Math.max(0, (newest?.block ?? 0) - deepest);
  const posted = standingEntries(await store.reads.books.entriesAbove(chain, since)).filter(
    isUnwatched,
  );
  for (const [block, entries] of Map.groupBy(posted, (one) => one.block ?? 0)) {
    const now = await custody.holdings(chain, [], { block }, signal).catch(() => null);
    const orphans = entries.filter((one) => now !== null && one.blockHash !== now.blockHash);
    if (orphans.length === 0) continue;
    await store.run('reverse-orphans', async (tx) => {
      for (const one of orphans) {
        await tx.books.post(reversalOf(one, clock.now()));
        // Otherwise the whole balance would be a surplus.
        for (const book of openedBy(one)) await tx.books.forgetCheck(book);
      }
    });
  }
}

function openedBy({ kind, lines }: Entry): readonly Book[] {
  return kind === 'opening'
    ? lines
        .filter(isHolding)
        .map(({ chain, token, holder }) => ({ chain, token, account: asAddress(holder) }))
    : [];
}

const unwatched: ReadonlySet<Entry['kind']> = new Set([
  'opening',
  'surplus',
  'adjustment',
  'recovered',
]);

function isUnwatched({ kind }: Entry): boolean {
  return unwatched.has(kind);
}
