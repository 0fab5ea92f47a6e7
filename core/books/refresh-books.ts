import { type Book, type ChainRef, nativeAddress, type TokenList } from '@interline/kernel';
import type { CustodyPort, Log, StorePort } from '@interline/ports';
import type { BookReads, BookWrites } from './repository.ts';

interface Ports {
  readonly store: StorePort<{ readonly books: BookReads }, { readonly books: BookWrites }>;
  readonly custody: Pick<CustodyPort, 'account' | 'balances'>;
  readonly log: Log;
}

/**
 * Reads every account's balances of a chain at one block, so that what has left or come in stops
 * being estimated.
 */
export async function refreshBooks(
  ports: Ports,
  tokens: TokenList,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<void> {
  const books = booksOf(ports, tokens, chain);
  try {
    const readings = await ports.custody.balances(chain, books, signal);
    await ports.store.run('record-balances', async (tx) => {
      for (const reading of readings) await tx.books.recordBalance(reading);
    });
  } catch {
    ports.log.warn('books-stale', { chain });
  }
}

function booksOf(
  ports: Pick<Ports, 'custody'>,
  tokens: TokenList,
  chain: ChainRef,
): readonly Book[] {
  const float = ports.custody.account('float');
  const inventory = tokens
    .on(chain)
    .filter((token) => token.address !== nativeAddress)
    .map((token) => ({ chain, account: float, token: token.address }));
  return [
    ...inventory,
    { chain, account: float, token: nativeAddress },
    { chain, account: ports.custody.account('spender'), token: nativeAddress },
  ];
}
