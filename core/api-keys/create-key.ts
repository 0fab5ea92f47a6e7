import type { Clock } from '@interline/ports';
import type { ApiKey, ApiKeyStore } from './repository.ts';

export interface NewKey {
  /** SHA-256 of the key in hex; only the client has the key itself. */
  readonly hash: string;
  /** The client's own name for the key; may be empty. */
  readonly label: string;
}

/** Stores a new key's hash. Throws `STORE_DOWN`. */
export type CreateKey = (key: NewKey) => Promise<ApiKey>;

export function createKey({
  store,
  clock,
}: {
  readonly store: ApiKeyStore;
  readonly clock: Pick<Clock, 'now'>;
}): CreateKey {
  return async ({ hash, label }) => {
    const key = { hash, label, createdAtMs: clock.now() };
    await store.run('create-key', (tx) => tx.apiKeys.insertApiKey(key));
    return key;
  };
}
