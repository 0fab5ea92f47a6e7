import { type MintParts, ringWithNext } from './keep-ring.ts';
import { currentKey, type PassKey } from './key-ring.ts';
import type { PassStats } from './repository.ts';

/** What is public of the passes. */
export interface PassFacts {
  readonly keys: readonly PassKey[];
  /** The key that signs; null while there is none. */
  readonly current: PassKey | null;
  /** As they stood at the last full hour; the exact moment of an issue or a spend is not shown. */
  readonly stats: Pick<PassStats, 'issued' | 'spent'>;
}

export type DescribePasses = () => Promise<PassFacts>;

export function describePasses(mint: MintParts): DescribePasses {
  const { store, clock } = mint;
  return async () => {
    const [keys, stats] = await Promise.all([ringWithNext(mint), store.reads.passes.passStats()]);
    return {
      keys,
      current: currentKey(keys, clock.now()),
      stats: stats ?? { issued: 0, spent: 0 },
    };
  };
}

const hourMs = 3_600_000;

/** Publishes the counts once an hour, for all processes. */
export function publishStats({
  store,
  clock,
}: Pick<MintParts, 'store' | 'clock'>): () => Promise<void> {
  return async () => {
    const atMs = clock.now() - (clock.now() % hourMs);
    const published = await store.reads.passes.passStats();
    if (published !== null && published.atMs >= atMs) return;
    await store.run('publish-pass-stats', ({ passes }) => passes.writePassStats(atMs));
  };
}
