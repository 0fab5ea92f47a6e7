import type { TransparencyLogPort } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { SigningParts } from './keep-ring.ts';
import { currentKey, type PassKey } from './key-ring.ts';
import type { MintHead } from './mint/mint-text.ts';
import { shownKey } from './mint/rotation.ts';
import type { PassStats } from './repository.ts';

/** Public facts about the passes. */
export interface PassFacts {
  /** Keys with published heads. */
  readonly keys: readonly PassKey[];
  /** The current signing key; null without one. */
  readonly current: PassKey | null;
  /**
   * Counts at the last full hour, 0 before the first. The exact time of an issue or a spend is not
   * shown.
   */
  readonly stats: Pick<PassStats, 'issued' | 'spent'>;
  readonly mint: {
    /** The log's name; null before it is opened. */
    readonly origin: string | null;
    readonly head: MintHead | null;
    /** Rotations that too few witnesses cosigned; each attempt counts. */
    readonly refused: number;
    readonly witnesses: readonly string[];
    readonly quorum: number;
    /** When enough of them last cosigned it; null before that. */
    readonly cosignedAtMs: number | null;
  };
}

export type DescribePasses = () => Promise<PassFacts>;

export function describePasses({
  store,
  transparencyLog,
  clock,
  ring,
}: Omit<SigningParts, 'issuer'> & {
  readonly transparencyLog: Pick<TransparencyLogPort, 'witnesses' | 'quorum'>;
}): DescribePasses {
  return async () => {
    const keys = await ring();
    const [stats, identity, record, leaves] = await Promise.all([
      store.reads.passes.passStats(),
      store.reads.logs.identity(),
      store.reads.passes.mintLog(),
      store.reads.passes.mintLeaves(),
    ]);
    const nowMs = clock.now();
    const shown = shownKey(keys, nowMs)?.seq;
    return {
      keys,
      current: currentKey(keys, nowMs),
      stats: stats ?? { issued: 0, spent: 0 },
      mint: {
        origin: identity?.origin ?? null,
        head: leaves.find(({ seq }) => seq === shown)?.published?.head ?? null,
        refused: record?.refused ?? 0,
        witnesses: transparencyLog.witnesses.map(({ name }) => name),
        quorum: transparencyLog.quorum,
        cosignedAtMs: record?.latest?.atMs ?? null,
      },
    };
  };
}

const hourMs = 3_600_000;

/**
 * Publishes the counts once an hour for all processes, always from a process that has seen the hour
 * begin. Counts from the middle of an hour, for example after a start, would reveal what was issued
 * and spent since.
 */
export function publishStats({
  store,
  sureTime,
}: Pick<SigningParts, 'store'> & { readonly sureTime: ReadSureTime }): () => Promise<void> {
  let seenMs: number | null = null;
  return async () => {
    const nowMs = await sureTime();
    const atMs = nowMs - (nowMs % hourMs);
    seenMs ??= nowMs;
    if (seenMs > atMs) return;
    const published = await store.reads.passes.passStats();
    if (published !== null && published.atMs >= atMs) return;
    await store.run('publish-pass-stats', ({ passes }) => passes.writePassStats(atMs));
  };
}
