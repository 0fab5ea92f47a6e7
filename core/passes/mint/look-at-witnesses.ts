import type { Clock, TransparencyLogPort } from '@interline/ports';
import type { LogReads } from '../../transparency/index.ts';
import type { PassReads } from '../repository.ts';
import { showableLeaves } from './rotation.ts';

/** The witnesses as they were last seen, by a question of ours to each. */
export interface SeenWitnesses {
  readonly named: number;
  /** Those that cosign the log, the next leaf that waits for them included. */
  readonly cosigning: number;
}

interface LookParts {
  readonly store: {
    readonly reads: {
      readonly logs: Pick<LogReads, 'identity'>;
      readonly passes: Pick<PassReads, 'mintLeaves'>;
    };
  };
  readonly transparencyLog: Pick<TransparencyLogPort, 'witnesses' | 'treeOf' | 'cosign'>;
  readonly clock: Pick<Clock, 'monotonic' | 'alarm'>;
}

/** What was seen serves for this long, so that asking costs no witness anything. */
const lookServesMs = 60_000;
/** A witness that hangs takes ten seconds, and a caller that only asks does not wait for it. */
const lookWaitsMs = 1_000;

/**
 * Shows the log to every witness again, where the last look is older than a minute: what its duty
 * shows them, so that no later step of it is refused for a look. Until a look has ended, and after a
 * second of it, the one before is told; null where there is none. Nothing of it is kept here. Throws
 * `STORE_DOWN`.
 */
export type LookAtWitnesses = () => Promise<SeenWitnesses | null>;

export function lookAtWitnesses({ store, transparencyLog, clock }: LookParts): LookAtWitnesses {
  let told: Promise<SeenWitnesses | null> | null = null;
  let last: SeenWitnesses | null = null;
  let lookedAtMs = -Infinity;
  return () => {
    if (told === null || clock.monotonic() - lookedAtMs >= lookServesMs) told = begin();
    return told;
  };

  function begin(): Promise<SeenWitnesses | null> {
    lookedAtMs = clock.monotonic();
    const patience = clock.alarm(lookWaitsMs);
    const look = lookNow().finally(() => patience.cancel());
    look.then(
      (seen) => {
        last = seen;
        told = look;
      },
      () => {
        told = null;
      },
    );
    return Promise.race([look, patience.rang.then(() => last)]);
  }

  async function lookNow(): Promise<SeenWitnesses> {
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
