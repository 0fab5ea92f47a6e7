import type { RateLimiter } from '@interline/ports';
import type { ApiKeyReads } from './repository.ts';

/**
 * Whether a key with this hash was created here. While the store is down, only keys that this
 * process has seen before are recognized.
 */
export type RecognizeKey = (hash: string, client: string) => Promise<boolean>;

interface RecognizeParts {
  readonly store: { readonly reads: { readonly apiKeys: Pick<ApiKeyReads, 'apiKey'> } };
  readonly limiter: RateLimiter;
}

const mostKept = 10_000;
/** How often one client can make us look up an unseen key: guesses must stay cheap. */
const lookups = { requests: 30, perMs: 60_000 };

/**
 * Keys are never revoked, so a recognized key is cached; an unknown one may be created yet, so not.
 */
export function recognizeKey({ store, limiter }: RecognizeParts): RecognizeKey {
  const known = new Set<string>();
  return async (hash, client) => {
    if (known.has(hash)) return true;
    const { isAdmitted } = await limiter.take([`keys shown from ${client}`], lookups);
    const key = isAdmitted ? await store.reads.apiKeys.apiKey(hash).catch(() => null) : null;
    if (key === null) return false;
    known.add(hash);
    const [oldest] = known;
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
    return true;
  };
}
