import { defineModule } from '@interline/kernel';
import type { Clock, Log, RateLimiter } from '@interline/ports';
import { createKey } from './create-key.ts';
import { noteKeyUse } from './note-key-use.ts';
import { readKeyUsage } from './read-key-usage.ts';
import { recognizeKey } from './recognize-key.ts';
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
  create: ({ store, rateLimiter: limiter, clock, log, lifetime: stop }: Ports) => ({
    createKey: createKey({ store, clock }),
    readKeyUsage: readKeyUsage({ store, clock }),
    recognizeKey: recognizeKey({ store, limiter }),
    noteKeyUse: noteKeyUse({ store, clock, log, stop }),
  }),
});
