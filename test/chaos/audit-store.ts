import { type Composed, parts } from '@interline/server';
import { refreshBooks } from '@interline/core/books';
import { type Book, nativeAddress, noUnits } from '@interline/kernel';
import type { BookAudit, StoreAudit } from './process-messages.ts';
import { freeOf } from '../support/free-of.ts';

/** Reads every book once more from the chains, then tells what the store holds. */
export async function auditStore(
  container: Composed['container'],
  routeIds: readonly string[],
): Promise<StoreAudit> {
  const money = container.get(parts.transfer).ports;
  const tokens = container.get(parts.tokens);
  const { custody } = money;
  const { reads } = money.store;
  await Promise.all(
    custody.chains.map((chain) =>
      refreshBooks(money, tokens, chain, container.get(parts.lifetime)),
    ),
  );
  const books = custody.chains.flatMap((chain): readonly Book[] => [
    ...tokens
      .on(chain)
      .filter((token) => token.address !== nativeAddress)
      .map((token) => ({ chain, account: custody.account(chain, 'float'), token: token.address })),
    { chain, account: custody.account(chain, 'float'), token: nativeAddress },
    { chain, account: custody.account(chain, 'spender'), token: nativeAddress },
  ]);
  const transactions = (
    await Promise.all(routeIds.map((id) => reads.transactions.transactionsOf(id)))
  ).flat();
  const carriers = transactions
    .map(({ multicall }) => multicall?.carried?.by)
    .filter((by) => by !== undefined);
  return {
    accounts: await reads.transactions.accounts(),
    books: await Promise.all(
      books.map(async (book): Promise<BookAudit> => {
        const [reading, reservations] = await Promise.all([
          reads.books.balance(book),
          reads.transactions.reservations(book),
        ]);
        return {
          reading,
          open: reservations.filter((one) => one.state === 'open'),
          free: reading === null ? noUnits : freeOf(reading, reservations),
        };
      }),
    ),
    openTransactions: await reads.transactions.openTransactions(),
    routes: (await reads.transfers.counts()).routes,
    merged: {
      transactions: carriers.length,
      batches: new Set(carriers).size,
      alone: transactions.filter(({ multicall }) => multicall === null).length,
    },
  };
}
