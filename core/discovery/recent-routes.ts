import { type ChainRef, evmNodes, nonEvmNodes } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { Route, RouteStatus, TransferReads } from '../transfer/index.ts';
import { publicAge, publicSize } from './public-figures.ts';

/**
 * A route as strangers may see it: nothing that leads to the payer, the recipient, a transaction or
 * the sum.
 */
export interface RecentRoute {
  /** Chains by their names, such as `Base -> Arbitrum One`. */
  readonly lane: string;
  readonly asset: string;
  readonly rail: string;
  readonly status: RouteStatus;
  readonly when: string;
  readonly size: string;
  readonly isSandbox: boolean;
}

/**
 * The newest first; routes of one millisecond keep their order between calls. Throws `STORE_DOWN`.
 */
export type RecentRoutes = (limit: number) => Promise<readonly RecentRoute[]>;

export const recentLimit = { standard: 25, most: 100 } as const;

export interface RecentRoutesParts {
  readonly store: { readonly reads: { readonly transfers: Pick<TransferReads, 'recentRoutes'> } };
  readonly clock: Pick<Clock, 'now'>;
}

export function recentRoutes({ store, clock }: RecentRoutesParts): RecentRoutes {
  return async (limit) =>
    (await store.reads.transfers.recentRoutes(limit)).map((route) => glimpseOf(route, clock.now()));
}

function glimpseOf(
  { order, rail, status, isSimulated, createdAtMs }: Route,
  nowMs: number,
): RecentRoute {
  return {
    lane: `${nameOf(order.lane.from)} -> ${nameOf(order.lane.to)}`,
    asset: order.from.symbol,
    rail,
    status,
    when: publicAge(nowMs - createdAtMs),
    size: publicSize(order.amount, order.from),
    isSandbox: isSimulated,
  };
}

/** A chain that a plugin brought has only its own name. */
function nameOf(chain: ChainRef): string {
  return [...evmNodes, ...nonEvmNodes].find((node) => node.chain === chain)?.name ?? chain;
}
