import type { HookSeal } from './hook-seal.ts';
import type { WebhookStore } from './repository.ts';

/** In one unit, so that a store of many hooks holds up nobody. */
const atOnce = 100;

/**
 * Seals what a former key has sealed, and what was kept in clear, with the key in use; resolves to
 * how many there were. After a rotation the former key is needed until this has found none.
 */
export function resealSecrets(store: WebhookStore, seal: HookSeal): () => Promise<number> {
  return async () => {
    for (let count = 0; ;) {
      const some = await store.run('reseal-hook-secrets', async (tx) => {
        const others = await tx.webhooks.secretsWithout(seal.mark, atOnce);
        for (const { id, secret } of others)
          await tx.webhooks.replaceSecret(id, seal.seal(seal.open(secret, id), id));
        return others.length;
      });
      count += some;
      if (some < atOnce) return count;
    }
  };
}
