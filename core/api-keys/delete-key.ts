import { RelayError } from '@interline/kernel';
import type { KnownKeys } from './known-keys.ts';
import type { ApiKeyStore } from './repository.ts';

/**
 * Forgets a key and its usage, here at once and on other instances within a minute. Whoever shows the
 * key may do so: where it leaked, its owner can end it. Throws `UNKNOWN_KEY`.
 */
export type DeleteKey = (hash: string) => Promise<void>;

export function deleteKey({
  store,
  known,
}: {
  readonly store: ApiKeyStore;
  readonly known: Pick<KnownKeys, 'forget'>;
}): DeleteKey {
  return async (hash) => {
    const isDeleted = await store.run('delete-key', (tx) => tx.apiKeys.deleteApiKey(hash));
    known.forget(hash);
    if (!isDeleted) throw new RelayError('UNKNOWN_KEY');
  };
}
