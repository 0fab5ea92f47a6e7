import { hookPost, hookSeal } from '@interline/adapters/webhooks';
import { safeHttp } from '@interline/adapters/outbound-http';
import { systemClock } from '@interline/adapters/clock';
import { systemEntropy } from '@interline/adapters/entropy';
import type { Store } from '@interline/adapters/store';
import { runHookWorker } from '@interline/cron';
import {
  type HookCourier,
  hookCourier,
  registerHook,
  type RegisterHook,
} from '@interline/core/webhooks';
import { type Clock, type Log, noTracer } from '@interline/ports';
import type { HookPost } from '@interline/core/webhooks';
import { tellHooks } from '../contract/tell-hooks.ts';
import { route } from '../contract/store-samples.ts';

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

/** Real deliveries to servers on this machine, under any names. */
function localPost(): HookPost {
  return hookPost(safeHttp({ allowLoopback: true, resolve: async () => ['127.0.0.1'] }));
}

/**
 * Real time, and an hour by itself that a test sets forward; alarms that come due by that ring at
 * once.
 */
export interface SetClock extends Clock {
  forward(ms: number): void;
}

export function setClock(aheadMs = 0): SetClock {
  let ahead = aheadMs;
  const waiting = new Set<{ readonly dueMs: number; readonly ring: () => void }>();
  const now = (): number => systemClock.now() + ahead;
  return {
    ...systemClock,
    now,
    alarm(ms) {
      const real = systemClock.alarm(ms);
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiter = { dueMs: now() + ms, ring: resolve };
      waiting.add(waiter);
      const cancel = (): void => {
        waiting.delete(waiter);
        real.cancel();
      };
      void real.rang.then(resolve);
      return { rang: promise.then(cancel), cancel };
    },
    forward(ms) {
      ahead += ms;
      for (const one of waiting) if (one.dueMs <= now()) one.ring();
    },
  };
}

export const testKey = Buffer.alloc(32, 7);
const testSeal = hookSeal([testKey]);

export interface HookWork {
  /** Tries that have begun and of which nothing is kept yet. */
  readonly underWay: number;
  /** As a stop or a crash would: what is under way is cut off. Resolves when the worker is gone. */
  kill(): Promise<void>;
}

/** The service's own worker on the store. */
export function startHookWork(store: Store, clock: Clock, post: HookPost = localPost()): HookWork {
  const stop = new AbortController();
  const courier = hookCourier({
    store,
    tracer: noTracer,
    post,
    clock,
    entropy: systemEntropy,
    log: silentLog,
    seal: testSeal,
  });
  let underWay = 0;
  const counting: HookCourier = {
    ...courier,
    async carry(id, signal) {
      underWay += 1;
      await courier.carry(id, signal).finally(() => {
        underWay -= 1;
      });
    },
  };
  const ended = runHookWorker({ courier: counting, clock, log: silentLog, stop: stop.signal });
  return {
    get underWay() {
      return underWay;
    },
    kill() {
      stop.abort();
      return ended;
    },
  };
}

/** A route for each name, a hook on each, and then the routes' ends. Returns the hooks' ids. */
export async function endedRoutes(
  store: Store,
  clock: Clock,
  hooks: readonly { readonly routeId: string; readonly url: string; readonly client?: string }[],
): Promise<readonly string[]> {
  const register: RegisterHook = registerHook({
    store,
    post: localPost(),
    clock,
    entropy: systemEntropy,
    seal: testSeal,
  });
  return Promise.all(
    hooks.map(async ({ routeId, url, client = 'c_1' }) => {
      await store.run('accept', (tx) => tx.transfers.insertRoute(route(routeId)));
      const hook = await register({ routeId, url, secret: `secret of ${routeId}`, client });
      await store.run('end', async (tx) => {
        const atMs = clock.now();
        const done = await tx.transfers.moveRoute(
          route(routeId),
          { status: 'DONE', phase: 'ended', destTx: '0xdd' },
          atMs,
        );
        await tellHooks(tx, {
          id: `ev_${routeId}_${done.version}`,
          kind: 'route.done',
          routeId,
          srcTx: done.srcTx,
          destTx: done.destTx,
          atMs,
        });
      });
      return hook.id;
    }),
  );
}
