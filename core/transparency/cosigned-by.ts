import type {
  Log,
  LogIdentity,
  LogTree,
  TransparencyLogPort,
  WatchedCheckpoint,
} from '@interline/ports';
import { noteDivergence } from './note-divergence.ts';
import type { LogStore } from './repository.ts';

/** Witnesses that did not cosign a log other than the mint's are asked again after this time. */
export const askAgainMs = 30_000;

interface CosignParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'cosign' | 'quorum'>;
  readonly log: Log;
}

interface Cosigned {
  readonly tree: LogTree;
  readonly nowMs: number;
  /**
   * Read again if a witness remembers more leaves: another instance may have added them meanwhile.
   */
  readonly leavesNow: () => Promise<number>;
}

/**
 * The checkpoint of exactly this tree and its cosigners; null if too few cosigned. If the cause is
 * that a witness remembers leaves that the store does not have, that is recorded, because no retry
 * resolves it.
 */
export async function cosignedBy(
  { store, transparencyLog, log }: CosignParts,
  identity: LogIdentity & { readonly path: string },
  { tree, nowMs, leavesNow }: Cosigned,
): Promise<Pick<WatchedCheckpoint, 'checkpoint' | 'cosigned'> | null> {
  const { checkpoint, cosigned, refused } = await transparencyLog.cosign(identity, tree);
  for (const { name, why } of refused) log.warn('witness-refused', { witness: name, why });
  if (cosigned.length >= transparencyLog.quorum) {
    await noteDivergence(store, identity, null);
    return { checkpoint, cosigned };
  }
  const remembered = refused.flatMap(({ remembers }) => (remembers === null ? [] : [remembers]));
  const hasOthers = remembered.some((size) => size <= tree.size);
  if (hasOthers || (remembered.length > 0 && Math.max(...remembered) > (await leavesNow())))
    await noteDivergence(store, identity, nowMs);
  return null;
}
