import { type ChainRef, RelayError } from '@interline/kernel';
import type { TransferReads } from '../repository.ts';
import type { Route, RouteStatus } from '../route.ts';

/** A route as anybody may know it who saw one of its transactions on a chain. */
export interface SeenRoute {
  /** What the transaction did for it. */
  readonly as: 'source' | 'destination' | 'refund';
  readonly chain: ChainRef;
  readonly status: RouteStatus;
  readonly stage: string;
}

/**
 * The routes that a transaction carried: several where pulls or payouts were merged. Its hash is public,
 * so nothing is said that joins the two ends of a transfer, no id, and no time: out of the float, no
 * chain joins them. Throws `UNKNOWN_ROUTE` where it carried none.
 */
export type ReadByTransaction = (hash: string) => Promise<readonly SeenRoute[]>;

/** More than a multicall has ever carried. */
const shownAtMost = 100;

export function readByTransaction({
  store,
}: {
  readonly store: {
    readonly reads: { readonly transfers: Pick<TransferReads, 'routesByTransaction'> };
  };
}): ReadByTransaction {
  return async (hash) => {
    const routes = await store.reads.transfers.routesByTransaction(hash, shownAtMost);
    if (routes.length === 0)
      throw new RelayError('UNKNOWN_ROUTE', {}, 'no route of this service has this transaction');
    return routes.map((route) => seenBy(route, hash));
  };
}

function seenBy({ order, srcTx, destTx, status, stage }: Route, hash: string): SeenRoute {
  if (hash === srcTx) return { as: 'source', chain: order.from.chain, status, stage };
  return hash === destTx
    ? { as: 'destination', chain: order.to.chain, status, stage }
    : { as: 'refund', chain: order.from.chain, status, stage };
}
