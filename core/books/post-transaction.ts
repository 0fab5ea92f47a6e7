import type { Line } from './books-account.ts';
import { balancedEntry, type Entry, reversalOf, standingEntries } from './entry.ts';
import { minedEntry, type SeenMined } from './mined-entry.ts';
import type { BookWrites } from './repository.ts';

type Seen = Omit<SeenMined, 'round' | 'owner'> & {
  readonly owner: NonNullable<Entry['owner']>;
  /** Whether entries of the transaction may have been reversed before. */
  readonly wasReversed: boolean;
};

/** Must run in the unit that settles a transaction. Posts what it moved and what it cost. */
export async function postMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  { wasReversed, ...seen }: Seen,
): Promise<void> {
  // Nothing to look up for a transaction without a reorg.
  const round = wasReversed
    ? reversals(await books.entriesOfTransaction(seen.owner.id, seen.transaction.id))
    : 0;
  const entry = minedEntry({ ...seen, round });
  if (entry !== null) await books.post(entry);
}

/** Must run in the unit that reopens a transaction. Reverses everything that was posted for it. */
export async function reverseMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  owner: NonNullable<Entry['owner']>,
  transactionId: string,
  atMs: number,
): Promise<void> {
  const posted = await books.entriesOfTransaction(owner.id, transactionId);
  for (const one of standingEntries(posted)) await books.post(reversalOf(one, atMs));
}

/**
 * Must run in the caller's unit. The transaction is in another block than before, or has another
 * cost there, with the same end.
 */
export async function moveMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  owner: NonNullable<Entry['owner']>,
  transactionId: string,
  to: {
    readonly block: number;
    readonly blockHash: string;
    readonly gasCost: bigint;
    readonly atMs: number;
  },
): Promise<void> {
  const posted = await books.entriesOfTransaction(owner.id, transactionId);
  const round = reversals(posted) + 1;
  const { block, blockHash, gasCost, atMs } = to;
  for (const one of standingEntries(posted)) {
    const lines = withGas(one.lines, gasCost);
    if (one.block === null || (one.blockHash === blockHash && lines === one.lines)) continue;
    await books.post(reversalOf(one, atMs));
    const id = `${transactionId}/${one.kind}/${blockHash}/${round}`;
    const moved = balancedEntry({ ...one, id, block, blockHash, lines, atMs });
    if (moved !== null) await books.post(moved);
  }
}

/**
 * The same movements at that cost; the same lines if the cost is equal. An entry without gas stays
 * without gas.
 */
function withGas(lines: readonly Line[], gasCost: bigint): readonly Line[] {
  const gas = lines.find(({ kind }) => kind === 'gas');
  const coin = lines.find(({ kind }) => kind === 'coin');
  if (gas === undefined || coin === undefined || gas.units === gasCost) return lines;
  const more = gasCost - gas.units;
  return [...lines, { ...gas, units: more }, { ...coin, units: -more }];
}

function reversals(posted: readonly Entry[]): number {
  return posted.filter(({ reverses }) => reverses !== null).length;
}
