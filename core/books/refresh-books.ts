import { type Book, type ChainRef, nativeAddress, type TokenList } from '@interline/kernel';
import type { CustodyPort, Log } from '@interline/ports';
import type { BookStore } from './repository.ts';

interface Ports {
  readonly store: BookStore;
  readonly custody: Pick<CustodyPort, 'account' | 'balances'>;
  readonly log: Log;
}

/**
 * Records the balances of the relayer's accounts on a chain, all read at one block. From then on,
 * the free float takes what left or came in by that block from the reading instead of the
 * reservations. A chain that cannot be read keeps its old readings and is logged.
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
    // A stopping service aborts its reading, which does not make anything stale.
    if (signal.aborted) return;
    ports.log.warn('books-stale', { chain });
  }
}

function booksOf(
  ports: Pick<Ports, 'custody'>,
  tokens: TokenList,
  chain: ChainRef,
): readonly Book[] {
  const float = ports.custody.account(chain, 'float');
  const inventory = tokens
    .on(chain)
    .filter((token) => token.address !== nativeAddress)
    .map((token) => ({ chain, account: float, token: token.address }));
  return [
    ...inventory,
    { chain, account: float, token: nativeAddress },
    { chain, account: ports.custody.account(chain, 'spender'), token: nativeAddress },
  ];
}
