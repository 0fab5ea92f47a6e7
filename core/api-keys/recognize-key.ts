import type { RateLimiter } from '@interline/ports';
import type { ApiKeyReads } from './repository.ts';

/**
 * Whether a key with this hash was made here. A store that is down knows no key that was not seen
 * before.
 */
export type RecognizeKey = (hash: string, client: string) => Promise<boolean>;

interface RecognizeParts {
  readonly store: { readonly reads: { readonly apiKeys: Pick<ApiKeyReads, 'apiKey'> } };
  readonly limiter: RateLimiter;
}

const mostKept = 10_000;
/**
 * Keys that were not seen before are read from the store, by one client as often as this: guesses
 * must stay cheap.
 */
const lookups = { requests: 30, perMs: 60_000 };

/**
 * Keys are made once and never taken back, so what was recognized stays so; what was not is asked
 * for again.
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
