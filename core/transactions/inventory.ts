import {
  utcDay,
  type Book,
  type ChainRef,
  freeUnits,
  noUnits,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Clock, CustodyPort, Inventory } from '@interline/ports';
import type { TransactionReads, TransactionView } from './repository.ts';

/** What a rail with the inventory capability may read of the float, from the store's books. */
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
    spentToday: (budget) => store.reads.transactions.spent(budget, utcDay(clock.now())),
    serves: (chain: ChainRef) => custody.chains.includes(chain),
  };
}

/** What is free in the book now, by its last reading; nothing before the first. */
export async function freeIn(
  reads: { readonly transactions: Pick<TransactionReads, 'holding'> },
  book: Book,
): Promise<Units> {
  const { reading, taken } = await reads.transactions.holding(book);
  return reading === null ? noUnits : freeUnits(reading, taken);
}
