import { RelayError } from '@interline/kernel';
import type { Clock, Entropy } from '@interline/ports';
import { isTerminal } from '../transfer/index.ts';
import type { HookPost } from './hook-post.ts';
import type { HookSeal } from './hook-seal.ts';
import type { Hook } from './hook.ts';
import type { WebhookStore } from './repository.ts';

export interface HookRequest {
  readonly routeId: string;
  readonly url: string;
  readonly secret: string | null;
  /** A pseudonym of the client's address. */
  readonly client: string;
}

/**
 * Registers a hook for the end of a route; a route that has ended is delivered at once. Throws
 * `UNKNOWN_ROUTE`, `UNSAFE_URL`, or `TOO_MANY_RECORDS` where the route has ten hooks already.
 */
export type RegisterHook = (request: HookRequest) => Promise<Hook>;

const mostHooks = 10;

interface Ports {
  readonly store: WebhookStore;
  readonly post: Pick<HookPost, 'judge'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  readonly seal: Pick<HookSeal, 'seal'>;
}

export function registerHook({ store, post, clock, entropy, seal }: Ports): RegisterHook {
  return async ({ routeId, url, secret, client }) => {
    const verdict = post.judge(url);
    if (!verdict.ok)
      throw new RelayError('UNSAFE_URL', { field: 'url' }, `url must be ${verdict.objection}`);
    const nowMs = clock.now();
    const hook: Hook = {
      id: `wh_${entropy.hex(16)}`,
      routeId,
      url,
      host: verdict.host,
      owner: client,
      isSigned: secret !== null,
      createdAtMs: nowMs,
    };
    const sealed = secret === null ? null : seal.seal(secret, hook.id);
    await store.run('register-hook', async (tx) => {
      // The lock orders this against the route's end: one before is owed at once, one after finds
      // the hook.
      const route = await tx.transfers.lockRoute(routeId);
      if (route === null)
        throw new RelayError(
          'UNKNOWN_ROUTE',
          { field: 'routeId' },
          `no route has the id ${routeId}`,
        );
      if ((await tx.webhooks.hooksOf(routeId)).length >= mostHooks)
        throw new RelayError(
          'TOO_MANY_RECORDS',
          { field: 'routeId' },
          `this route has ${mostHooks} hooks, which is as many as it may`,
        );
      await tx.webhooks.insertHook(hook, sealed);
      const end = isTerminal(route.status) ? await tx.transfers.lastEnd(routeId) : null;
      if (end !== null) await tx.webhooks.oweDelivery(hook.id, end, nowMs);
    });
    return hook;
  };
}
