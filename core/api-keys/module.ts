import { defineModule } from '@interline/kernel';
import type { Clock, Log, RateLimiter } from '@interline/ports';
import { createKey } from './create-key.ts';
import { deleteKey } from './delete-key.ts';
import { knownKeys } from './known-keys.ts';
import { noteKeyUse } from './note-key-use.ts';
import { readKeyUsage } from './read-key-usage.ts';
import type { ApiKeyStore } from './repository.ts';

export interface Ports {
  readonly store: ApiKeyStore;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const apiKeys = defineModule({
  needs: ['store', 'rateLimiter', 'clock', 'log', 'lifetime'],
  create: ({ store, rateLimiter: limiter, clock, log, lifetime: stop }: Ports) => {
    const known = knownKeys({ store, limiter, clock });
    return {
      createKey: createKey({ store, clock }),
      deleteKey: deleteKey({ store, known }),
      readKeyUsage: readKeyUsage({ store, clock }),
      recognizeKey: known.recognize,
      noteKeyUse: noteKeyUse({ store, clock, log, stop }),
    };
  },
});
