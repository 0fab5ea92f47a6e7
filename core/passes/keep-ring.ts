import type { Clock, Log, TokenIssuerPort } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import { isForgotten, isSpentKey, type PassKey } from './key-ring.ts';
import type { AdvanceMint } from './mint/advance-mint.ts';
import type { PassStore } from './repository.ts';

interface RingParts {
  readonly store: PassStore;
  readonly sureTime: ReadSureTime;
  readonly advance: AdvanceMint;
}

/** Advances the mint when a key is due, and destroys expired keys. Throws `STORE_DOWN`. */
export type KeepRing = () => Promise<void>;

export function keepRing({ store, sureTime, advance }: RingParts): KeepRing {
  return async () => {
    // A fault of the log must not keep an expired key alive.
    const advanced = advance();
    await advanced.catch(() => undefined);
    const nowMs = await sureTime();
    for (const key of await store.reads.passes.passKeys())
      if (isSpentKey(key, nowMs))
        await store.run('destroy-pass-key', async ({ passes }) => {
          await passes.destroyPassKey(key.seq);
          if (isForgotten(key, nowMs)) await passes.forgetSpent(key.seq);
        });
    await advanced;
  };
}

/** The keys with published heads, oldest first. */
export type Ring = () => Promise<readonly PassKey[]>;

/** The parts that sign with the ring and describe it publicly. */
export interface SigningParts {
  readonly store: PassStore;
  readonly issuer: TokenIssuerPort;
  readonly clock: Pick<Clock, 'now'>;
  readonly ring: Ring;
}

/** Creates the first key on demand, so that a new service signs before its first background run. */
export function ringOf({
  store,
  log,
  advance,
}: Omit<RingParts, 'sureTime'> & { readonly log: Log }): Ring {
  let advancing: Promise<void> | null = null;
  const published = async (): Promise<readonly PassKey[]> =>
    (await store.reads.passes.passKeys()).filter(({ signsFromMs }) => signsFromMs !== null);
  return async () => {
    const keys = await published();
    if (keys.length > 0) return keys;
    // The background job retries witnesses that did not answer, so a second request does not wait
    // for them.
    const record = await store.reads.passes.mintLog();
    if (record !== null && record.triedAtMs !== null) return keys;
    advancing ??= advance()
      .catch((error: unknown) =>
        log.warn('mint-not-advanced', { fault: error instanceof Error ? error.name : 'unknown' }),
      )
      .finally(() => {
        advancing = null;
      });
    await advancing;
    return published();
  };
}
