import type { Route, TransferReads } from '../transfer/index.ts';

export interface FoundRoutes {
  readonly routes: readonly Route[];
  /** Total number, including those not listed; for a search, the number found. */
  readonly count: number;
}

/**
 * Open routes, oldest first; or the routes, including ended ones, that a search finds by id, by the
 * hash of one of their transactions, or by address.
 */
export type FindRoutes = (search: string | null, limit: number) => Promise<FoundRoutes>;

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<
        TransferReads,
        'route' | 'routesByTransaction' | 'routesOfAddress' | 'waitingRoutes'
      >;
    };
  };
}

const routeId = /^(rt|sbx)_[0-9a-f]{32}$/;
const anyHash = /^(0x)?[0-9a-f]{64}$/i;

export function findRoutes({ store }: Ports): FindRoutes {
  const { transfers } = store.reads;
  return async (search, limit) => {
    if (search === null) {
      const open = await transfers.waitingRoutes(
        { stages: [], acceptedBeforeMs: Number.MAX_SAFE_INTEGER },
        limit,
      );
      return { ...open, routes: open.routes.toSorted((a, b) => a.createdAtMs - b.createdAtMs) };
    }
    const routes = await searched(transfers, search, limit);
    return { routes, count: routes.length };
  };
}

async function searched(
  transfers: Ports['store']['reads']['transfers'],
  search: string,
  limit: number,
): Promise<readonly Route[]> {
  if (routeId.test(search)) {
    const route = await transfers.route(search);
    return route === null ? [] : [route];
  }
  if (anyHash.test(search)) return transfers.routesByTransaction(search.toLowerCase(), limit);
  // Only hex addresses of EVM chains are case-insensitive.
  const spelt = /^0x/i.test(search) ? search.toLowerCase() : search;
  return transfers.routesOfAddress(spelt, limit);
}
