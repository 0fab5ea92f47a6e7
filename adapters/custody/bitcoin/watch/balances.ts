import { asUnits, type BalanceReading, type Book, nativeAddress } from '@interline/kernel';
import type { HoldingsReading } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { Purse, ReadPurse } from '../spine/read-spine.ts';

/**
 * Confirmed coins at the tip, including those that an unconfirmed transaction of ours spends: the
 * reservations already count that. A third party's payment counts after the chain's confirmations,
 * a deposit once it is booked. Coin only: the chain has no tokens.
 */
export function balancesOf(
  wallet: FloatWallet,
  books: readonly Book[],
  { tip, spineCoin, others, leaving, entries }: Purse,
): readonly BalanceReading[] {
  const funds = [...others, ...leaving.filter(({ path }) => path !== wallet.spine.path)].filter(
    ({ confirmations }) => confirmations >= wallet.confirmations,
  );
  const spines = [spineCoin, ...leaving.filter(({ path }) => path === wallet.spine.path)].filter(
    (coin) => coin !== null && coin.confirmations > 0,
  );
  // Either the last spine coin or the coin that the unconfirmed transaction spends, never both.
  const coins = [...funds, ...(entries.length === 0 ? [] : spines)];
  const unique = new Map(coins.flatMap((coin) => (coin === null ? [] : [[coin.outpoint, coin]])));
  const units = [...unique.values()].reduce((sum, coin) => sum + coin.units, 0n);
  return books.map((book) => ({
    book,
    units: asUnits(
      book.token === nativeAddress && book.account === wallet.accountAddress ? units : 0n,
    ),
    block: tip.height,
  }));
}

/** Null for a block below the tip, because nodes serve only the newest state. */
export async function readHoldings(
  wallet: FloatWallet,
  readPurse: ReadPurse,
  {
    books,
    at,
  }: {
    readonly books: readonly Book[];
    readonly at: { readonly block?: number; readonly otherThan?: number };
  },
  signal: AbortSignal,
): Promise<HoldingsReading | null> {
  const purse = await wallet.read((node) => readPurse(node, signal), signal, at.otherThan);
  if (at.block !== undefined && at.block !== purse.tip.height) return null;
  return {
    readBy: purse.readBy,
    block: purse.tip.height,
    blockHash: purse.tip.hash,
    balances: balancesOf(wallet, books, purse),
    slotsTaken: new Map(books.map(({ account }) => [account, purse.confirmed])),
  };
}
