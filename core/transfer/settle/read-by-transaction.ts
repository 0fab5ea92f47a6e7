import { type ChainRef, RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { TransferReads } from '../repository.ts';
import { isTerminal, type Route, type RouteStatus } from '../route.ts';
import { isEndShown, lastStep, stepMs } from './shown-end.ts';

/** What a route shows to a reader of one of its on-chain transactions. */
export interface SeenRoute {
  /** The transaction's role for it. */
  readonly as: 'source' | 'destination' | 'refund';
  readonly chain: ChainRef;
  readonly status: RouteStatus;
  readonly stage: string;
}

/**
 * The routes that a transaction carried; several if pulls or payouts were merged. The hash is
 * public, so the answer contains nothing that links the two ends of a transfer: no id and no time.
 * For float transfers no chain links them either. A transfer's end becomes visible at full steps of
 * ten minutes, and its payout and refund are known from then on, because it ends at the instant its
 * payout is mined. Throws `UNKNOWN_ROUTE` if it carried no route, none that is shown yet, or only
 * archived ones.
 */
export type ReadByTransaction = (hash: string) => Promise<readonly SeenRoute[]>;

/** More than any multicall has carried. */
const shownAtMost = 100;
const dayMs = 86_400_000;
/**
 * What a source shows until its end is shown. It is the same for every open route, because a
 * changing stage would reveal progress.
 */
const underWay = { status: 'BRIDGING', stage: 'UNDER_WAY' } as const;

export function readByTransaction({
  store,
  clock,
  archiveAfterMs,
}: {
  readonly store: {
    readonly reads: { readonly transfers: Pick<TransferReads, 'routesByTransaction'> };
  };
  readonly clock: Pick<Clock, 'now'>;
  /** Routes that ended longer ago are not searched, because the archive is indexed by id only. */
  readonly archiveAfterMs: number;
}): ReadByTransaction {
  const days = Math.floor(archiveAfterMs / dayMs);
  return async (hash) => {
    const routes = await store.reads.transfers.routesByTransaction(hash, shownAtMost);
    const nowMs = clock.now();
    const seen = routes
      .filter((route) => !isLeaving(route, nowMs, archiveAfterMs))
      .flatMap((route) => seenBy(route, hash, nowMs));
    if (seen.length === 0)
      throw new RelayError(
        'UNKNOWN_ROUTE',
        {},
        `no route that is open here or ended in the last ${days} days has this transaction, or none that is shown yet: a payout or a refund is from the full ten minutes on that follow its end`,
      );
    return seen;
  };
}

/**
 * Whether the route may be archived before the step after next. All routes that ended in one step
 * disappear from this search together; otherwise the minute in which a hash becomes unknown would
 * reveal the minute of its end.
 */
function isLeaving({ status, updatedAtMs }: Route, nowMs: number, archiveAfterMs: number): boolean {
  return isTerminal(status) && updatedAtMs < lastStep(nowMs) + 2 * stepMs - archiveAfterMs;
}

function seenBy(route: Route, hash: string, nowMs: number): readonly SeenRoute[] {
  const { order, srcTx, destTx, status, stage } = route;
  const isShown = isEndShown(route, nowMs);
  const shown = isShown ? { status, stage } : underWay;
  if (hash === srcTx) return [{ as: 'source', chain: order.from.chain, ...shown }];
  if (!isShown) return [];
  return hash === destTx
    ? [{ as: 'destination', chain: order.to.chain, ...shown }]
    : [{ as: 'refund', chain: order.from.chain, ...shown }];
}
