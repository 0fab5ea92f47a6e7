import type { ChainRef, TokenRef, Units } from '@interline/kernel';
import type { Clock, CustodyPort, Inventory } from '@interline/ports';
import type { TransactionView } from './repository.ts';
import { dayOf } from '../switches/index.ts';
import { freeIn } from './free-in.ts';

/** What inventory rails may know of the float: read-only, by the store's books. */
export function floatInventory(parts: {
  readonly store: { readonly reads: TransactionView };
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly targets: ReadonlyMap<string, Units>;
}): Inventory {
  const { store, custody, clock, targets } = parts;
  return {
    free: (token: TokenRef) =>
      freeIn(store.reads, {
        chain: token.chain,
        account: custody.account('float'),
        token: token.address,
      }),
    target: (token) => targets.get(`${token.chain}/${token.address}`) ?? null,
    spentToday: (budget) => store.reads.transactions.spent(budget, dayOf(clock.now())),
    serves: (chain: ChainRef) => custody.chains.includes(chain),
  };
}
