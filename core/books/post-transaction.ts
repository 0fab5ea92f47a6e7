import type { Line } from './books-account.ts';
import { balancedEntry, type Entry, reversalOf, standingEntries } from './entry.ts';
import { minedEntry, type SeenMined } from './mined-entry.ts';
import type { BookWrites } from './repository.ts';

type Seen = Omit<SeenMined, 'round' | 'owner'> & {
  readonly owner: NonNullable<Entry['owner']>;
  /** Whether entries of the transaction may have been taken back before. */
  readonly wasReversed: boolean;
};

/** Within the unit that settles a transaction: posts what it moved and what it cost. */
export async function postMined(
  books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>,
  { wasReversed, ...seen }: Seen,
): Promise<void> {
  // Nothing to look up for what no reorg has touched.
  const round = wasReversed
    ? reversals(await books.entriesOfTransaction(seen.owner.id, seen.transaction.id))
    : 0;
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

/**
 * Within the caller's unit: the transaction is in another block than it was seen in, or cost
 * something else there, with the same end.
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

/** The same movements at that cost, the very same lines where it is; what paid no gas pays none. */
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
