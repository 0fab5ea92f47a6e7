import { type ChainRef, RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { TransferReads } from '../repository.ts';
import { isTerminal, type Route, type RouteStatus } from '../route.ts';
import { isEndShown, lastStep, stepMs } from './shown-end.ts';

/** What a route shows to a reader of one of its transactions on a chain. */
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
 * chain joins them. That a transfer has ended is shown at full steps of ten minutes, and its payout and
 * refund are known from then on: the instant of its end is the one in which its payout is mined. Throws
 * `UNKNOWN_ROUTE` where it carried none, none that is shown yet, or what is in the archive.
 */
export type ReadByTransaction = (hash: string) => Promise<readonly SeenRoute[]>;

/** More than a multicall has ever carried. */
const shownAtMost = 100;
const dayMs = 86_400_000;
/**
 * What is shown of a source until its end is: the same for every open route, for where its stage
 * changed would be told by the word.
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
  /** What ended longer ago is not looked for: the archive is found by ids alone. */
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
 * Whether it may go to the archive before the step after next: all that ended in one step are looked for
 * no more at once, or the minute in which a hash became unknown would tell that of its end.
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
