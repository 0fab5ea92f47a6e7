import type { Clock, RateLimiter } from '@interline/ports';
import { type ApiKey, type ApiKeyReads, hasEnded } from './repository.ts';

/**
 * Whether a key with this hash was created here, and is neither ended nor deleted. While the store is
 * down, only keys that this process has seen before are recognized.
 */
export type RecognizeKey = (hash: string, client: string) => Promise<boolean>;

interface RecognizeParts {
  readonly store: { readonly reads: { readonly apiKeys: Pick<ApiKeyReads, 'apiKey'> } };
  readonly limiter: RateLimiter;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

const mostKept = 10_000;
/** How often one client can make us look up an unseen key: guesses must stay cheap. */
const lookups = { requests: 30, perMs: 60_000 };

/** How long a key that was found is believed to be there; one that was deleted elsewhere ends by then. */
const believedMs = 60_000;

export interface KnownKeys {
  readonly recognize: RecognizeKey;
  /** It is looked for again when it is shown. */
  forget(hash: string): void;
}

interface Known extends Pick<ApiKey, 'endsAtMs'> {
  readonly foundAtMs: number;
}

/** Keys that were found are remembered; one that is unknown may be made yet, so it is not. */
export function knownKeys({ store, limiter, clock }: RecognizeParts): KnownKeys {
  const known = new Map<string, Known>();
  const isGood = (key: Pick<ApiKey, 'endsAtMs'>): boolean => !hasEnded(key, clock.now());
  const believe = (hash: string, { endsAtMs }: Pick<ApiKey, 'endsAtMs'>): void => {
    known.delete(hash);
    known.set(hash, { endsAtMs, foundAtMs: clock.monotonic() });
    const [oldest] = known.keys();
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
  };
  const mayLookUp = async (client: string): Promise<boolean> =>
    (await limiter.take([`keys shown from ${client}`], lookups)).isAdmitted;

  return {
    async recognize(hash, client) {
      const before = known.get(hash);
      if (before !== undefined && clock.monotonic() - before.foundAtMs < believedMs)
        return isGood(before);
      if (before === undefined && !(await mayLookUp(client))) return false;
      try {
        const key = await store.reads.apiKeys.apiKey(hash);
        if (key === null) {
          known.delete(hash);
          return false;
        }
        believe(hash, key);
        return isGood(key);
      } catch {
        if (before === undefined) return false;
        // Asked again in a minute, not at every request that a silent store would hold up.
        believe(hash, before);
        return isGood(before);
      }
    },
    forget(hash) {
      known.delete(hash);
    },
  };
}
