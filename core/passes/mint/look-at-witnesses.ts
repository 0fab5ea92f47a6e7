import type { Clock, TransparencyLogPort } from '@interline/ports';
import type { LogReads } from '../../transparency/index.ts';
import type { PassReads } from '../repository.ts';
import { showableLeaves } from './rotation.ts';

/** The witnesses as last seen, from a request of ours to each. */
export interface SeenWitnesses {
  readonly named: number;
  /** Witnesses that cosign the log, including a next leaf that waits for them. */
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

/** How long a look is reused, so that requests cost the witnesses nothing. */
const lookServesMs = 60_000;
/** A hanging witness takes ten seconds; a caller does not wait that long. */
const lookWaitsMs = 1_000;

/**
 * Shows the log to every witness again if the last look is older than a minute. It shows them
 * exactly what the background job does, so that a look never makes a later step fail. While a look
 * runs for longer than a second, the result of the previous one is returned; null if there is none.
 * Stores nothing. Throws `STORE_DOWN`.
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
