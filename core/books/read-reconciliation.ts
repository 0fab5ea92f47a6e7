import type { TokenList } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { tokenOf } from './keep-day-prices.ts';
import type { BookReads, Check } from './repository.ts';

/** The last comparison of one of our holdings with its chain. */
export interface HoldingState extends Check {
  /** `former`: an account of keys that the relayer no longer uses. */
  readonly role: 'spender' | 'float' | 'former';
  readonly symbol: string;
  readonly decimals: number;
}

/** Every holding that was ever judged, deficits first. */
export async function readReconciliation({
  store,
  custody,
  tokens,
}: {
  readonly store: { readonly reads: { readonly books: Pick<BookReads, 'checks'> } };
  readonly custody: Pick<CustodyPort, 'account' | 'roles'>;
  readonly tokens: TokenList;
}): Promise<readonly HoldingState[]> {
  const states = (await store.reads.books.checks()).map((check): HoldingState => {
    const { chain, account, token: address } = check.book;
    const token = tokenOf(tokens, { chain, token: address });
    return {
      ...check,
      role:
        custody.roles(chain).find((role) => custody.account(chain, role) === account) ?? 'former',
      symbol: token?.symbol ?? address,
      decimals: token?.decimals ?? 0,
    };
  });
  return states.toSorted((a, b) => Number(b.deficit > 0n) - Number(a.deficit > 0n));
}
