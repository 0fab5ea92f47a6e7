import { type ChainRef, evmNodes, nonEvmNodes, type TokenRef } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { isEndShown, type Route, type RouteStatus, type TransferReads } from '../transfer/index.ts';

/**
 * A route as the public sees it: nothing that leads to the payer, the recipient, a transaction or
 * the amount.
 */
export interface RecentRoute {
  /** Chains by their names, such as `Base -> Arbitrum One`. */
  readonly lane: string;
  readonly asset: string;
  readonly rail: string;
  /** `BRIDGING` until its end is shown, at full steps of ten minutes; of a sandbox's route at once. */
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

interface RecentRoutesParts {
  readonly store: { readonly reads: { readonly transfers: Pick<TransferReads, 'recentRoutes'> } };
  readonly clock: Pick<Clock, 'now'>;
}

export function recentRoutes({ store, clock }: RecentRoutesParts): RecentRoutes {
  return async (limit) =>
    (await store.reads.transfers.recentRoutes(limit)).map((route) =>
      publicView(route, clock.now()),
    );
}

function publicView(route: Route, nowMs: number): RecentRoute {
  const { order, rail, isSimulated, createdAtMs } = route;
  const status = isSimulated || isEndShown(route, nowMs) ? route.status : 'BRIDGING';
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

/** A plugin's own chain has only its CAIP-2 name. */
function nameOf(chain: ChainRef): string {
  return [...evmNodes, ...nonEvmNodes].find((node) => node.chain === chain)?.name ?? chain;
}

/** A step of a coarse scale: everything below `below` and not below the step before it. */
export interface PublicStep {
  /** Null for the last step, which has no end. */
  readonly below: bigint | null;
  /** Without digits, so that no exact figure can hide in them. */
  readonly words: string;
}

/**
 * In millionths of a token. By tokens, not by their price: a bucket by price changes when the price
 * moves, and the moment of that change reveals the amount.
 */
export const sizeSteps: readonly PublicStep[] = [
  { below: 10_000n, words: 'under a hundredth of a token' },
  { below: 1_000_000n, words: 'a fraction of a token' },
  { below: 10_000_000n, words: 'a few tokens' },
  { below: 100_000_000n, words: 'tens of tokens' },
  { below: 1_000_000_000n, words: 'hundreds of tokens' },
  { below: 10_000_000_000n, words: 'thousands of tokens' },
  { below: null, words: 'ten thousand tokens or more' },
];

/** In milliseconds. */
export const ageSteps: readonly PublicStep[] = [
  { below: 60_000n, words: 'within the last minute' },
  { below: 600_000n, words: 'within the last ten minutes' },
  { below: 3_600_000n, words: 'within the last hour' },
  { below: 86_400_000n, words: 'within the last day' },
  { below: 604_800_000n, words: 'within the last week' },
  { below: null, words: 'more than a week ago' },
];

export function publicSize(units: bigint, { decimals }: Pick<TokenRef, 'decimals'>): string {
  return wordsFor(sizeSteps, (units * 1_000_000n) / 10n ** BigInt(decimals));
}

/** An age below zero, after the clock was set back, counts as zero. */
export function publicAge(ms: number): string {
  return wordsFor(ageSteps, BigInt(Math.max(0, Math.trunc(ms))));
}

function wordsFor(steps: readonly PublicStep[], value: bigint): string {
  return steps.find(({ below }) => below === null || value < below)?.words ?? '';
}
