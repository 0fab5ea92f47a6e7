import type { Reads, Writes } from '@interline/core';
import type { Route } from '@interline/core/transfer';
import type { StorePort } from '@interline/ports';
import type { Meters } from './meters.ts';

type Store = StorePort<Reads, Writes>;

interface Step {
  readonly route: Route;
  /** Null for a route that the unit created. */
  readonly before: Route['status'] | null;
}

/** Counts the statuses that routes reach, once the unit that moved them is durable. */
export function meteredStore(store: Store, meters: Pick<Meters, 'routes' | 'settle'>): Store {
  return {
    reads: store.reads,

    async run(name, unit) {
      let steps: Step[] = [];
      const result = await store.run(name, (tx) => {
        // A unit that lost a conflict with another process runs again from its start.
        steps = [];
        return unit(watched(tx, steps));
      });
      for (const step of steps) count(step, meters);
      return result;
    },
  };
}

function watched(tx: Writes, steps: Step[]): Writes {
  return {
    ...tx,
    transfers: {
      ...tx.transfers,
      async insertRoute(route) {
        await tx.transfers.insertRoute(route);
        steps.push({ route, before: null });
      },
      async replaceRoute(waiting, accepted) {
        const route = await tx.transfers.replaceRoute(waiting, accepted);
        steps.push({ route, before: waiting.status });
        return route;
      },
      async moveRoute(before, change, nowMs) {
        const route = await tx.transfers.moveRoute(before, change, nowMs);
        steps.push({ route, before: before.status });
        return route;
      },
    },
  };
}

function count(
  { route, before }: Step,
  { routes, settle }: Pick<Meters, 'routes' | 'settle'>,
): void {
  const { rail, status } = route;
  if (status === before) return;
  routes.inc({ rail, status });
  if (status === 'DONE') settle.observe({ rail }, (route.updatedAtMs - route.createdAtMs) / 1_000);
}
