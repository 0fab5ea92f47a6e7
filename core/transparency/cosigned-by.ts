import type {
  Log,
  LogIdentity,
  LogTree,
  TransparencyLogPort,
  WatchedCheckpoint,
} from '@interline/ports';
import { noteDivergence } from './note-divergence.ts';
import type { LogStore } from './repository.ts';

/** Witnesses that did not cosign a log beside the mint's are asked again after this. */
export const askAgainMs = 30_000;

interface CosignParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'cosign' | 'quorum'>;
  readonly log: Log;
}

interface Cosigned {
  readonly tree: LogTree;
  readonly nowMs: number;
  /** Asked again where a witness remembers more: another instance may have added it meanwhile. */
  readonly leavesNow: () => Promise<number>;
}

/**
 * The checkpoint of exactly this tree and who cosigned it; null where too few did. Where that is for
 * leaves that a witness remembers and the store does not have, it is noted, for no try will end it.
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
