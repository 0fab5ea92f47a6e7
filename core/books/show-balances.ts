import type { ChainRef, TokenList } from '@interline/kernel';
import { type BooksAccount, shownUnits } from './books-account.ts';
import { balancesOf } from './fold-entries.ts';
import { tokenOf } from './keep-day-prices.ts';
import type { BookReads } from './repository.ts';

/** A books account and what stands on it. */
export interface AccountBalance extends BooksAccount {
  readonly symbol: string;
  readonly decimals: number;
  /** What is owed, put in or earned is above zero too, although it is a credit. */
  readonly units: bigint;
}

/** Every books account that is not zero, in the order of chains, kinds and tokens. */
export async function showBalances(
  {
    store,
    tokens,
  }: {
    readonly store: { readonly reads: { readonly books: BookReads } };
    readonly tokens: TokenList;
  },
  { chain }: { readonly chain?: ChainRef },
): Promise<readonly AccountBalance[]> {
  const sums = await balancesOf(store.reads.books, null);
  return [...sums.values()]
    .filter((one) => one.units !== 0n && (chain === undefined || one.chain === chain))
    .map(({ units, ...account }) => {
      const token = tokenOf(tokens, account);
      return {
        ...account,
        symbol: token?.symbol ?? account.token,
        decimals: token?.decimals ?? 0,
        units: shownUnits(account.kind, units),
      };
    })
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ chain, kind, symbol, holder }: AccountBalance): string {
  return `${chain}|${kind}|${symbol}|${holder}`;
}
