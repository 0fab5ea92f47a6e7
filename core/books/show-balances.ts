import {
  accountRoles,
  type AccountRole,
  type ChainRef,
  type TokenList,
  asAddress,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { type BooksAccount, shownUnits } from './books-account.ts';
import { balancesOf } from './fold-entries.ts';
import { tokenOf } from './keep-day-prices.ts';
import type { KnownTransactions } from './reconcile-ports.ts';
import type { BookReads } from './repository.ts';

/** A books account and its balance. */
export interface AccountBalance extends BooksAccount {
  readonly symbol: string;
  readonly decimals: number;
  /** Debts, capital and income are positive too, although they are credits. */
  readonly units: bigint;
  /** Which of our accounts the holder is; null for all others. */
  readonly ours: { readonly role: AccountRole; readonly isFormer: boolean } | null;
  /**
   * An account of ours on the chain is stopped: its transactions are still being read, and may
   * explain unclaimed or missing money.
   */
  readonly isUnread: boolean;
}

type Keys = Pick<CustodyPort, 'account' | 'roleOf'>;

/** Every books account with a balance, ordered by chain, kind and token. */
export async function showBalances(
  {
    store,
    custody,
    tokens,
  }: {
    readonly store: {
      readonly reads: {
        readonly books: BookReads;
        readonly transactions: Pick<KnownTransactions, 'account'>;
      };
    };
    readonly custody: Keys & { readonly former: readonly Keys[] };
    readonly tokens: TokenList;
  },
  { chain }: { readonly chain?: ChainRef },
): Promise<readonly AccountBalance[]> {
  const sums = [...(await balancesOf(store.reads.books, null)).values()].filter(
    (one) => one.units !== 0n && (chain === undefined || one.chain === chain),
  );
  const keySets = [custody, ...custody.former];
  const unread = new Set<ChainRef>();
  for (const on of new Set(sums.map((one) => one.chain)))
    for (const account of keySets.flatMap((keys) =>
      accountRoles.map((role) => keys.account(on, role)),
    ))
      if ((await store.reads.transactions.account(on, account))?.stopped != null) unread.add(on);
  return sums
    .map(({ units, ...account }) => {
      const token = tokenOf(tokens, account);
      return {
        ...account,
        symbol: token?.symbol ?? account.token,
        decimals: token?.decimals ?? 0,
        units: shownUnits(account.kind, units),
        ours: oursOf(keySets, account.holder),
        isUnread: unread.has(account.chain),
      };
    })
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function oursOf(
  keySets: readonly Pick<CustodyPort, 'roleOf'>[],
  holder: string,
): AccountBalance['ours'] {
  const [found] = keySets.flatMap((keys, index) => {
    const role = keys.roleOf(asAddress(holder));
    return role === null ? [] : [{ role, isFormer: index > 0 }];
  });
  return found ?? null;
}

function sortKey({ chain, kind, symbol, holder }: AccountBalance): string {
  return `${chain}|${kind}|${symbol}|${holder}`;
}
