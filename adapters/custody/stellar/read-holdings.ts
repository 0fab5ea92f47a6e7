import { type Address, asUnits, type BalanceReading, type Book } from '@interline/kernel';
import type { Arrival, HoldingsReading } from '@interline/ports';
import { accountShape, type HorizonAccount, transactionShape } from './horizon-shapes.ts';
import { lineOf } from './prepare-payment.ts';
import { operationsIn, transfersIn } from './read-operations.ts';
import { slotsOf } from './sequence.ts';
import type { Watching } from './watch-transactions.ts';

/** What the account holds now, reserves included. */
export async function balances(
  { horizons, account }: Watching,
  books: readonly Book[],
  signal: AbortSignal,
): Promise<readonly BalanceReading[]> {
  const { value, head } = await horizons.read(
    async (node) => node.get(`/accounts/${account}`, accountShape, signal),
    signal,
  );
  return books.map((book) => balanceIn(value, book, head.sequence));
}

/** The same with the account's slots; null for any ledger but the newest, which alone is served. */
export async function holdings(
  { horizons, account }: Watching,
  books: readonly Book[],
  at: { readonly block?: number },
  signal: AbortSignal,
): Promise<HoldingsReading | null> {
  const { value, head, node } = await horizons.read(
    async (one) => one.get(`/accounts/${account}`, accountShape, signal),
    signal,
  );
  if (at.block !== undefined && at.block !== head.sequence) return null;
  return {
    readBy: node.number,
    block: head.sequence,
    blockHash: head.hash,
    balances: books.map((book) => balanceIn(value, book, head.sequence)),
    slotsTaken: new Map([[account, value === null ? 0 : slotsOf(value.sequence)]]),
  };
}

/** What a transaction of others brought one of our accounts. */
export async function arrivals(
  { horizons, settings: { passphrase }, account }: Watching,
  hash: string,
  want: { readonly token: string; readonly to: Address },
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  const { value: shown } = await horizons.read(
    async (node) => node.get(`/transactions/${hash}`, transactionShape, signal),
    signal,
  );
  if (shown?.successful !== true || shown.source_account === account) return [];
  return transfersIn(operationsIn(shown, passphrase))
    .filter((one) => one.token === want.token && one.to === want.to)
    .map(({ token, from, units, logIndex }) => ({
      hash,
      token,
      from,
      units,
      logIndex,
      block: shown.ledger,
      timestampSec: shown.created_at,
    }));
}

function balanceIn(own: HorizonAccount | null, book: Book, block: number): BalanceReading {
  const units = own === null ? 0n : (lineOf(own, book.token)?.balance ?? 0n);
  return { book, units: asUnits(units), block };
}
