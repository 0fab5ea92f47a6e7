import type { Clock } from '@interline/ports';
import type { ApiKey, ApiKeyStore } from './repository.ts';

export interface NewKey {
  /** SHA-256 of the key in hex; only the client has the key itself. */
  readonly hash: string;
  /** The client's own name for the key; may be empty. */
  readonly label: string;
  /** How long it is good for; null for as long as its owner keeps it. */
  readonly days: number | null;
}

const dayMs = 86_400_000;

/** Stores a new key's hash. Throws `STORE_DOWN`. */
export type CreateKey = (key: NewKey) => Promise<ApiKey>;

export function createKey({
  store,
  clock,
}: {
  readonly store: ApiKeyStore;
  readonly clock: Pick<Clock, 'now'>;
}): CreateKey {
  return async ({ hash, label, days }) => {
    const createdAtMs = clock.now();
    const endsAtMs = days === null ? null : createdAtMs + days * dayMs;
    const key = { hash, label, createdAtMs, endsAtMs };
    await store.run('create-key', (tx) => tx.apiKeys.insertApiKey(key));
    return key;
  };
}
