import { defineModule, type Duty } from '@interline/kernel';
import type { Clock, Entropy, Log, Tracer } from '@interline/ports';
import { hookCourier } from './deliver-hook.ts';
import { endOverdue } from './end-overdue.ts';
import type { HookPost } from './hook-post.ts';
import type { HookSeal } from './hook-seal.ts';
import { listDeadHooks, readHook } from './read-hook.ts';
import { registerHook } from './register-hook.ts';
import { resealSecrets } from './reseal-secrets.ts';
import type { CourierStore } from './repository.ts';

export interface Ports {
  readonly store: CourierStore;
  readonly hookPost: HookPost;
  readonly hookSeal: HookSeal;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly tracer: Tracer;
}

const hourMs = 3_600_000;

export const webhooks = defineModule({
  needs: ['store', 'hookPost', 'hookSeal', 'clock', 'entropy', 'log', 'tracer'],
  create: ({ store, hookPost: post, hookSeal: seal, clock, entropy, log, tracer }: Ports) => {
    const duties: readonly Duty[] = [
      { name: 'reseal-hook-secrets', everyMs: hourMs, run: resealSecrets({ store, seal, log }) },
      // The first time an hour after a start: what waited while the service was down is tried first.
      { name: 'end-overdue-hooks', everyMs: hourMs, run: endOverdue({ store, clock, log }) },
    ];
    return {
      registerHook: registerHook({ store, post, clock, entropy, seal }),
      readHook: readHook(store.reads),
      listDeadHooks: listDeadHooks(store.reads),
      courier: hookCourier({ store, post, clock, entropy, log, seal, tracer }),
      duties,
    };
  },
});
