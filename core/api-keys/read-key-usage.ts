import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { slotOf } from './note-key-use.ts';
import {
  type ApiKey,
  type ApiKeyReads,
  hasEnded,
  type KeyedRequest,
  type KeyUse,
} from './repository.ts';

export interface PathUse {
  readonly path: string;
  readonly total: number;
  readonly errors: number;
}

export interface UsageSpan {
  readonly total: number;
  readonly errors: number;
  /** The most used first, ten at most. */
  readonly topPaths: readonly PathUse[];
}

export interface KeyUsage {
  readonly key: ApiKey;
  readonly hour: UsageSpan;
  readonly day: UsageSpan;
  /** The newest first. */
  readonly recent: readonly KeyedRequest[];
}

/**
 * A key's use in the last hour and day, each from the start of a five-minute slot; at most a few
 * seconds old. Throws `UNKNOWN_KEY`.
 */
export type ReadKeyUsage = (hash: string) => Promise<KeyUsage>;

const hourMs = 3_600_000;
const topPaths = 10;

export function readKeyUsage({
  store,
  clock,
}: {
  readonly store: {
    readonly reads: { readonly apiKeys: Pick<ApiKeyReads, 'apiKey' | 'keyUse' | 'keyedRequests'> };
  };
  readonly clock: Pick<Clock, 'now'>;
}): ReadKeyUsage {
  return async (hash) => {
    const now = clock.now();
    const [key, day, recent] = await Promise.all([
      store.reads.apiKeys.apiKey(hash),
      store.reads.apiKeys.keyUse(hash, slotOf(now - 24 * hourMs)),
      store.reads.apiKeys.keyedRequests(hash),
    ]);
    if (key === null || hasEnded(key, now)) throw new RelayError('UNKNOWN_KEY');
    const hour = day.filter(({ slotMs }) => slotMs >= slotOf(now - hourMs));
    return { key, hour: spanOf(hour), day: spanOf(day), recent };
  };
}

function spanOf(use: readonly KeyUse[]): UsageSpan {
  const paths = [...Map.groupBy(use, ({ path }) => path)].map(([path, slots]): PathUse => ({
    path,
    ...sumOf(slots),
  }));
  const byUse = paths.sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  return { ...sumOf(use), topPaths: byUse.slice(0, topPaths) };
}

function sumOf(use: readonly KeyUse[]): { readonly total: number; readonly errors: number } {
  return use.reduce(
    (sum, { total, errors }) => ({ total: sum.total + total, errors: sum.errors + errors }),
    { total: 0, errors: 0 },
  );
}
