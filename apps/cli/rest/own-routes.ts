import { type Client, NoAnswerError, type RouteReceipt, ServiceError } from '@interline/client';
import { UsageError } from '../exit-codes.ts';
import type { KeptRoute, RoutesKept } from './kept-routes.ts';

type Status = RouteReceipt['status'];

/** What `--state` takes, with the statuses that it means. */
export const routeStates: Readonly<Record<string, readonly Status[]>> = {
  open: ['BRIDGING', 'AWAITING_DEPOSIT', 'FUNDS_REQUIRED'],
  bridging: ['BRIDGING'],
  'awaiting-deposit': ['AWAITING_DEPOSIT'],
  'funds-required': ['FUNDS_REQUIRED'],
  done: ['DONE'],
  failed: ['FAILED'],
};

export interface RoutesWanted {
  /** One of `routeStates`; any where left out. */
  readonly state?: string;
  /** Where a route starts or ends; any where left out. */
  readonly chain?: string;
  readonly limit: number;
  /** The last route of the page before. */
  readonly after?: string;
}

export interface OwnRoute extends KeptRoute {
  /** `now` as the service just said; `kept` as it last said; `unknown`: it has no such route any more. */
  readonly asOf: 'now' | 'kept' | 'unknown';
}

export interface OwnRoutes {
  readonly routes: readonly OwnRoute[];
  /** What the next page begins after; null on the last. */
  readonly next: string | null;
  /** Why statuses are the kept ones, where the service could not be asked. */
  readonly unread: string | null;
}

/** A reorganised chain may open an ended route again, but not after so long. */
const settledAfterMs = 24 * 3_600_000;
const atOnce = 5;

/**
 * One page of the routes that this machine sent, the newest first. What may still change is read again,
 * as far as the page needs it; a service that does not answer leaves the statuses as they were kept.
 */
export async function ownRoutes(
  client: Pick<Client, 'status'>,
  kept: Pick<RoutesKept, 'keep' | 'all'>,
  { state, chain, limit, after }: RoutesWanted,
  nowMs: number,
): Promise<OwnRoutes> {
  const wanted = state === undefined ? null : routeStates[state];
  const candidates = behind(await kept.all(), after).filter(
    ({ receipt }) =>
      chain === undefined ||
      [receipt.from.chain, receipt.to.chain].some((one) => String(one) === chain),
  );
  const found: OwnRoute[] = [];
  let unread: string | null = null;
  for (let index = 0; index < candidates.length && found.length <= limit; index += atOnce) {
    const read = await Promise.all(candidates.slice(index, index + atOnce).map(readAgain));
    found.push(...read.filter(({ receipt }) => wanted?.includes(receipt.status) ?? true));
  }
  const routes = found.slice(0, limit);
  return {
    routes,
    next: found.length > limit ? (routes.at(-1)?.receipt.id ?? null) : null,
    unread,
  };

  async function readAgain(route: KeptRoute): Promise<OwnRoute> {
    if (unread !== null || isSettled(route, nowMs)) return { ...route, asOf: 'kept' };
    try {
      const receipt = await client.status(route.receipt.id);
      await kept.keep({ ...route, receipt });
      return { ...route, receipt, asOf: 'now' };
    } catch (error) {
      if (error instanceof ServiceError && error.errorCode === 'UNKNOWN_ROUTE')
        return { ...route, asOf: 'unknown' };
      if (!(error instanceof ServiceError || error instanceof NoAnswerError)) throw error;
      unread = error.message;
      return { ...route, asOf: 'kept' };
    }
  }
}

function isSettled({ acceptedAtMs, receipt }: KeptRoute, nowMs: number): boolean {
  const isEnded = receipt.status === 'DONE' || receipt.status === 'FAILED';
  return isEnded && nowMs - acceptedAtMs > settledAfterMs;
}

function behind(all: readonly KeptRoute[], after: string | undefined): readonly KeptRoute[] {
  if (after === undefined) return all;
  const index = all.findIndex(({ receipt }) => receipt.id === after);
  if (index === -1) throw new UsageError(`--after ${after} is not a route that is kept here`);
  return all.slice(index + 1);
}
