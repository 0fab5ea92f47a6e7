import { defineModule } from '@interline/kernel';
import type { Clock, Entropy, Log } from '@interline/ports';
import { hookCourier } from './deliver-hook.ts';
import type { HookPost } from './hook-post.ts';
import { listDeadHooks, readHook } from './read-hook.ts';
import { registerHook } from './register-hook.ts';
import type { WebhookStore } from './repository.ts';

export interface Ports {
  readonly store: WebhookStore;
  readonly hookPost: HookPost;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

export const webhooks = defineModule({
  needs: ['store', 'hookPost', 'clock', 'entropy', 'log'],
  create: ({ store, hookPost: post, clock, entropy, log }: Ports) => ({
    registerHook: registerHook({ store, post, clock, entropy }),
    readHook: readHook(store.reads),
    listDeadHooks: listDeadHooks(store.reads),
    courier: hookCourier({ store, post, clock, entropy, log }),
  }),
});
