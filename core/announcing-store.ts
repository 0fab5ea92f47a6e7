import type { Clock, StorePort } from '@interline/ports';
import { assertTickLeased } from './primitives/index.ts';
import type { Reads, Store, Unit, Writes } from './store.ts';
import { quarantineRoutes } from './transfer/index.ts';

/**
 * The store of the composed service: what one module announces inside a unit, the modules that
 * listen hear in that same unit, before its COMMIT.
 */
export function announcingStore(store: StorePort<Reads, Writes>, clock: Pick<Clock, 'now'>): Store {
  return {
    reads: store.reads,
    run: (name, work) => store.run(name, (tx) => work(announcing(tx, clock))),
  };
}

function announcing(tx: Writes, clock: Pick<Clock, 'now'>): Unit {
  return {
    ...tx,
    announce: {
      accountBehind: (account) => quarantineRoutes(tx, account, clock.now()),
      routeAccepting: (tick) => assertTickLeased(tx, tick),
      routeEnded: (event) => tx.webhooks.oweToRoute(event),
      routeReopened: ({ routeId }) => tx.webhooks.withdrawFromRoute(routeId),
    },
  };
}
