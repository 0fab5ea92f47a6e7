import {
  utcDay,
  type Book,
  type ChainRef,
  freeUnits,
  noUnits,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Clock, CustodyPort, Inventory, PricePort } from '@interline/ports';
import type { Policy } from '../../switches/index.ts';
import type { FloatTargets } from './float-targets.ts';
import type { TransactionReads, TransactionView } from '../repository.ts';
import { floatBook } from './float-book.ts';
import { wantedDepth } from './wanted-depth.ts';

/** What a rail with the inventory capability may read of the float, from the store's books. */
export function floatInventory(parts: {
  readonly store: { readonly reads: TransactionView };
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly price: PricePort;
  readonly policy: Pick<Policy, 'finality'>;
  readonly targets: Pick<FloatTargets, 'of' | 'refresh'>;
  /** Why the deployment has no account on a chain, by chain. */
  readonly absences: ReadonlyMap<ChainRef, string>;
}): Inventory {
  const { store, custody, clock, targets } = parts;
  return {
    // A rail reads the target after the free amount, so the operator's orders are loaded by then.
    async free(token: TokenRef) {
      const [free] = await Promise.all([
        freeIn(store.reads, floatBook(custody, token)),
        targets.refresh(),
      ]);
      return free;
    },
    async held(token) {
      const holding = await store.reads.transactions.holding(floatBook(custody, token));
      return holding?.reading.units ?? noUnits;
    },
    target: (token) => targets.of(token)?.units ?? null,
    spentToday: (budget) => store.reads.transactions.spent(budget, utcDay(clock.now())),
    confirmations: (token, units, signal) => wantedDepth(parts, token, units, signal),
    absence: (chain) => parts.absences.get(chain) ?? null,
    serves: (chain: ChainRef) => custody.chains.includes(chain),
  };
}

/** The book's free amount at its last reading; zero before the first. */
export async function freeIn(
  reads: { readonly transactions: Pick<TransactionReads, 'holding'> },
  book: Book,
): Promise<Units> {
  const holding = await reads.transactions.holding(book);
  return holding === null ? noUnits : freeUnits(holding.reading, holding.taken);
}
