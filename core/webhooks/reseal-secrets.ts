import type { Log } from '@interline/ports';
import { type HookSeal, unreadableAdvice } from './hook-seal.ts';
import type { WebhookStore, WebhookUnit } from './repository.ts';

interface ResealPorts {
  readonly store: WebhookStore;
  readonly seal: HookSeal;
  readonly log: Log;
}

/** In one unit, so that a store of many hooks holds up nobody. */
const atOnce = 100;

/**
 * Seals what a former key has sealed, and what was kept in clear, with the key in use; resolves to
 * how many it sealed. After a rotation the former key is needed until this has found none. One that
 * no key opens is left as it is and told in the log each time: its key may come back.
 */
export function resealSecrets({ store, seal, log }: ResealPorts): () => Promise<number> {
  return async () => {
    let count = 0;
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const page = await store.run('reseal-hook-secrets', (tx) => resealPage(tx, seal, from));
      for (const hook of page.unreadable)
        log.error('hook-secret-unreadable', { hook, advice: unreadableAdvice });
      count += page.resealed;
      after = page.next;
    }
    return count;
  };
}

interface ResealedPage {
  readonly resealed: number;
  readonly unreadable: readonly string[];
  /** After which hook to go on; null where there are no more. */
  readonly next: string | null;
}

async function resealPage(tx: WebhookUnit, seal: HookSeal, after: string): Promise<ResealedPage> {
  const others = await tx.webhooks.secretsWithout(seal.mark, after, atOnce);
  const unreadable: string[] = [];
  for (const { id, secret: kept } of others) {
    const secret = seal.open(kept, id);
    if (secret === null) unreadable.push(id);
    else await tx.webhooks.replaceSecret(id, seal.seal(secret, id));
  }
  const last = others.length < atOnce ? undefined : others.at(-1);
  return {
    resealed: others.length - unreadable.length,
    unreadable,
    next: last?.id ?? null,
  };
}
