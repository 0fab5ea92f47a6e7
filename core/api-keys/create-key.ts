import type { Clock } from '@interline/ports';
import type { ApiKeyStore } from './repository.ts';
import type { ApiKey } from './repository.ts';

export interface NewKey {
  /** SHA-256 of the key in hex; the key itself stays with whoever asked for it. */
  readonly hash: string;
  /** The client's own name for it; may be empty. */
  readonly label: string;
}

/** Keeps a new key's hash. Throws `STORE_DOWN`. */
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
