import type { Clock, TransparencyLogPort } from '@interline/ports';
import type { PassStore } from '../repository.ts';
import { showableLeaves } from './rotation.ts';

/** The witnesses as they were just seen, by a question of ours to each. */
export interface SeenWitnesses {
  readonly named: number;
  /** Those that cosign the log, the next leaf that waits for them included. */
  readonly cosigning: number;
}

/** What was seen serves for this long, so that asking costs no witness anything. */
const lookServesMs = 60_000;

/**
 * Shows the log to every witness again, where the last look is older than a minute: what its duty
 * shows them, so that no later step of it is refused for a look. Nothing of it is kept here. Throws
 * `STORE_DOWN`.
 */
export type LookAtWitnesses = () => Promise<SeenWitnesses>;

export function lookAtWitnesses(parts: {
  readonly store: PassStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'witnesses' | 'treeOf' | 'cosign'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}): LookAtWitnesses {
  const { clock } = parts;
  let looking: Promise<SeenWitnesses> | null = null;
  let lookedAtMs = -Infinity;
  return () => {
    if (looking !== null && clock.monotonic() - lookedAtMs < lookServesMs) return looking;
    lookedAtMs = clock.monotonic();
    const look = lookNow();
    looking = look;
    look.catch(() => {
      if (looking === look) looking = null;
    });
    return look;
  };

  async function lookNow(): Promise<SeenWitnesses> {
    const { store, transparencyLog } = parts;
    const named = transparencyLog.witnesses.length;
    const [identity, leaves] = await Promise.all([
      store.reads.logs.identity(),
      store.reads.passes.mintLeaves(),
    ]);
    if (named === 0 || identity === null || leaves.length === 0) return { named, cosigning: 0 };
    const tree = transparencyLog.treeOf(showableLeaves(leaves).map(({ text }) => text));
    const { cosigned } = await transparencyLog.cosign(identity, tree);
    return { named, cosigning: cosigned.length };
  }
}
