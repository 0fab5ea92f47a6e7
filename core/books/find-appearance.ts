import { holdingOf } from './books-account.ts';
import type { Compared } from './judge-holding.ts';
import type { ReconcilePorts } from './reconcile-ports.ts';

/** Each takes one or two requests; this many find one block among a million. */
const readingsAtMost = 24;

/**
 * The blocks between which a deficit appeared: after the first, by the second. It bisects the
 * states that the chain's nodes serve, so the two are neighbours if they serve all of them;
 * otherwise they enclose the unserved range.
 */
export async function findAppearance(
  { store, custody }: Pick<ReconcilePorts, 'store' | 'custody'>,
  { book, role, block, byBooks, last }: Compared,
  signal: AbortSignal,
): Promise<{ readonly after: number; readonly by: number }> {
  const good = last?.goodBlock ?? -1;
  const holding = holdingOf(role, book.chain, book.token, book.account);
  const entries = await store.reads.books.entriesAbove(book.chain, good);
  const booksAt = (height: number): bigint =>
    entries
      .filter((one) => one.block !== null && one.block > height && one.block <= block)
      .flatMap(({ lines }) => lines)
      .filter(
        (line) =>
          line.kind === holding.kind &&
          line.token === holding.token &&
          line.holder === holding.holder,
      )
      .reduce((units, line) => units - line.units, byBooks);
  let after = good;
  let by = block;
  // Below it the states are not served, or there was no deficit.
  let lowest = good;
  for (let readings = 0; by - lowest > 1 && readings < readingsAtMost; readings += 1) {
    const middle = Math.floor((lowest + by) / 2);
    const reading = await custody
      .holdings(book.chain, [book], { block: middle }, signal)
      .catch(() => null);
    const held = reading?.balances[0]?.units;
    if (held !== undefined && held < booksAt(middle)) by = middle;
    else lowest = middle;
    if (lowest === middle && held !== undefined) after = middle;
  }
  return { after, by };
}
