import type { Clock, Entropy, Log } from '@interline/ports';
import type { HookPost } from './hook-post.ts';
import type { WebhookUnit, WebhookStore } from './repository.ts';
import { hookBody } from './hook-body.ts';
import type { Hook, HookDelivery } from './hook.ts';
import { judgeTry } from './judge-try.ts';
import type { DueDelivery, DueSearch } from './repository.ts';

export interface HookPorts {
  readonly store: WebhookStore;
  readonly post: HookPost;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** Carries what hooks owe. Several may run on one journal: a try belongs to who began it. */
export interface HookCourier {
  due(search: Omit<DueSearch, 'nowMs'>): Promise<readonly DueDelivery[]>;
  /**
   * Makes the delivery's next try and keeps what came of it; nothing where another courier has it.
   */
  carry(deliveryId: string, signal: AbortSignal): Promise<void>;
}

/** A try takes 10 s at most; after this long its process is taken for dead. */
const lostAfterMs = 30_000;

interface BegunTry {
  readonly delivery: HookDelivery;
  readonly hook: Hook;
  readonly secret: string | null;
  readonly body: string;
}

export function hookCourier(ports: HookPorts): HookCourier {
  const { store, post, clock, entropy, log } = ports;
  return {
    due: (search) => store.reads.webhooks.dueDeliveries({ ...search, nowMs: clock.now() }),

    async carry(deliveryId, signal) {
      const atMs = clock.now();
      const begun = await store.run('begin-hook-try', (tx) => beginTry(tx, deliveryId, atMs));
      if (begun === null) return;
      const { delivery, hook, secret, body } = begun;
      const startMs = clock.monotonic();
      const answer = await post.post(
        { id: delivery.id, url: hook.url, body, secret, atMs },
        signal,
      );
      const tookMs = Math.round(clock.monotonic() - startMs);
      // Made again by whoever comes next.
      const isCutShort = signal.aborted && answer.outcome !== 'answered';
      const ended = {
        deliveryId,
        number: delivery.tries,
        atMs,
        tookMs,
        outcome: isCutShort ? null : answer.outcome,
        httpStatus: answer.httpStatus,
      };
      const next = isCutShort
        ? ({ state: 'waiting', dueAtMs: clock.now() } as const)
        : judgeTry(delivery, answer, clock.now(), entropy);
      const isKept = await store.run('end-hook-try', (tx) => tx.webhooks.endTry(ended, next));
      if (isKept && next.state === 'dead')
        log.warn('hook-dead', {
          delivery: deliveryId,
          tries: delivery.tries,
          outcome: answer.outcome,
        });
    },
  };
}

async function beginTry(
  tx: WebhookUnit,
  deliveryId: string,
  nowMs: number,
): Promise<BegunTry | null> {
  const delivery = await tx.webhooks.beginTry(deliveryId, nowMs, nowMs + lostAfterMs);
  if (delivery === null) return null;
  const [hook, event] = [
    await tx.webhooks.hook(delivery.hookId),
    await tx.transfers.routeEvent(delivery.eventId),
  ];
  if (hook === null || event === null)
    throw new Error(`delivery ${deliveryId} has lost its hook or its event`);
  return { delivery, hook, secret: await tx.webhooks.hookSecret(hook.id), body: hookBody(event) };
}
