import type { Entry } from './entry.ts';
import { reversalOf, standingEntries } from './entry.ts';
import { minedEntry, type SeenMined } from './mined-entry.ts';
import type { BookWrites } from './repository.ts';

/** Whose books accounts nothing else owns: multicalls, delegations, reconciliation. */
export const relayersOwn = { kind: 'relayer', id: 'relayer' } as const;

type Seen = Omit<SeenMined, 'round' | 'owner'> & {
  readonly owner: NonNullable<Entry['owner']>;
  /** How often a reorg took the transaction out of a block. */
  readonly reorgs: number;
};

/** Within the unit that settles a transaction: posts what it moved and what it cost. */
export async function postMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  { reorgs, ...seen }: Seen,
): Promise<void> {
  // Nothing to look up for what no reorg has touched.
  const round =
    reorgs === 0
      ? 0
      : reversals(await books.entriesOfTransaction(seen.owner.id, seen.transaction.id));
  const entry = minedEntry({ ...seen, round });
  if (entry !== null) await books.post(entry);
}

/** Within the unit that reopens a transaction: takes back all that was posted for it. */
export async function reverseMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  owner: NonNullable<Entry['owner']>,
  transactionId: string,
  atMs: number,
): Promise<void> {
  const posted = await books.entriesOfTransaction(owner.id, transactionId);
  for (const one of standingEntries(posted)) await books.post(reversalOf(one, atMs));
}

/** Within the caller's unit: a reorg put the transaction into another block, with the same end. */
export async function moveMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  owner: NonNullable<Entry['owner']>,
  transactionId: string,
  to: { readonly block: number; readonly blockHash: string; readonly atMs: number },
): Promise<void> {
  const posted = await books.entriesOfTransaction(owner.id, transactionId);
  const round = reversals(posted) + 1;
  const { block, blockHash, atMs } = to;
  for (const one of standingEntries(posted)) {
    if (one.block === null || one.blockHash === blockHash) continue;
    await books.post(reversalOf(one, atMs));
    const id = `${transactionId}/${one.kind}/${blockHash}/${round}`;
    await books.post({ ...one, id, block, blockHash, atMs });
  }
}

function reversals(posted: readonly Entry[]): number {
  return posted.filter(({ reverses }) => reverses !== null).length;
}
