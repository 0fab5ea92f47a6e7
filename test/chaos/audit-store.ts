import { type Composed, parts } from '@interline/server';
import { refreshBooks } from '@interline/core/books';
import { isTerminal } from '@interline/core/transfer';
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
    unreceipted: await unreceiptedOf(container, routeIds),
    merged: {
      transactions: carriers.length,
      batches: new Set(carriers).size,
      alone: transactions.filter(({ multicall }) => multicall === null).length,
    },
  };
}

/** What waits is logged first; then each receipt that was ever signed stands in the log, once. */
async function unreceiptedOf(
  container: Composed['container'],
  routeIds: readonly string[],
): Promise<readonly string[]> {
  const evidence = container.get(parts.evidence);
  const { reads } = container.get(parts.store);
  for (const duty of evidence.duties) if (duty.name === 'receipt-log') await duty.run();
  const entries = await reads.evidence.entries(0, await reads.evidence.logSize());
  const found = await Promise.all(
    routeIds.map(async (id) => {
      const route = await reads.transfers.route(id);
      if (route === null || !isTerminal(route.status)) return [];
      const receipt = await reads.evidence.lastReceipt(id);
      if (receipt === null) return [id];
      const { jws, salt, place } = receipt;
      const hash = container.get(parts.receiptSigner).commitmentTo(jws, salt);
      const places = entries.flatMap((one, at) => (one.hash === hash ? [at] : []));
      const claims = JSON.parse(
        Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString(),
      ) as Record<string, unknown>; // CAST: as it was signed.
      const isRight = claims['status'] === route.status;
      return isRight && places.length === 1 && places[0] === place ? [] : [id];
    }),
  );
  return found.flat();
}
