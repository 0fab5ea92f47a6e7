import type { Clock, TokenIssuerPort } from '@interline/ports';
import {
  acceptedUntilMs,
  isSpentKey,
  keyLifetimeMs,
  nextKeyStart,
  type PassKey,
} from './key-ring.ts';
import type { PassStore } from './repository.ts';

/** What draws keys and signs with them. */
export interface MintParts {
  readonly store: PassStore;
  readonly issuer: TokenIssuerPort;
  readonly clock: Pick<Clock, 'now'>;
}

/** Draws the key that is due, and destroys what has served its time. Throws `STORE_DOWN`. */
export type KeepRing = () => Promise<void>;

export function keepRing(parts: MintParts): KeepRing {
  const { store, clock } = parts;
  return async () => {
    const keys = await ringWithNext(parts);
    const nowMs = clock.now();
    for (const key of keys.filter((one) => isSpentKey(one, nowMs)))
      await store.run('destroy-pass-key', async ({ passes }) => {
        await passes.destroyPassKey(key.seq);
        if (acceptedUntilMs(key) <= nowMs) await passes.forgetSpent(key.seq);
      });
  };
}

/** The ring, with the next key drawn where it is due. Two processes that draw at once keep one. */
export async function ringWithNext({
  store,
  issuer,
  clock,
}: MintParts): Promise<readonly PassKey[]> {
  const keys = await store.reads.passes.passKeys();
  if (nextKeyStart(keys, clock.now()) === null) return keys;

  const { publicKey, thumb, sealed } = await issuer.createKey();
  return store.run('draw-pass-key', async ({ passes }) => {
    const drawn = await passes.passKeys();
    const notBeforeMs = nextKeyStart(drawn, clock.now());
    if (notBeforeMs === null) return drawn;
    const next: PassKey = {
      seq: drawn.length + 1,
      thumb,
      publicKey,
      notBeforeMs,
      notAfterMs: notBeforeMs + keyLifetimeMs,
    };
    return (await passes.insertPassKey(next, sealed)) ? [...drawn, next] : passes.passKeys();
  });
}
