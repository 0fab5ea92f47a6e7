import type { Clock, Entropy, Log, Tracer } from '@interline/ports';
import type { RouteEvent } from '../transfer/index.ts';
import type { HookAnswer, HookPost } from './hook-post.ts';
import { type HookSeal, unreadableAdvice } from './hook-seal.ts';
import type { Hook, HookDelivery, TryOutcome } from './hook.ts';
import type { CourierStore, DueDelivery, DueSearch, WebhookUnit } from './repository.ts';

interface HookPorts {
  readonly store: CourierStore;
  readonly post: HookPost;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly seal: Pick<HookSeal, 'open'>;
  readonly tracer: Tracer;
}

/** Delivers what hooks are owed. Any number of workers share one store: each try has one holder. */
export interface HookCourier {
  due(search: Omit<DueSearch, 'nowMs'>): Promise<readonly DueDelivery[]>;
  /**
   * Makes the delivery's next try and records its result; does nothing where another worker has it.
   */
  carry(deliveryId: string, signal: AbortSignal): Promise<void>;
}

/** A try takes 10 s at most; after this long its process counts as dead. */
const lostAfterMs = 30_000;

interface BegunTry {
  readonly delivery: HookDelivery;
  readonly hook: Hook;
  /** The secret as the store has it. */
  readonly kept: string | null;
  readonly body: string;
  readonly routeId: string;
}

interface TryResult extends Pick<HookAnswer, 'httpStatus' | 'retryAfterMs'> {
  /** Null where nothing came of it: it was cut short, or nothing was sent. */
  readonly outcome: TryOutcome | null;
}

const nothingSent: TryResult = { outcome: null, httpStatus: null, retryAfterMs: null };

export function hookCourier(ports: HookPorts): HookCourier {
  const { store, post, clock, entropy, log, seal, tracer } = ports;
  const traceOf = async (routeId: string): Promise<string | undefined> =>
    tracer.isOn ? (await store.reads.transfers.route(routeId))?.trace : undefined;
  return {
    due: (search) => store.reads.webhooks.dueDeliveries({ ...search, nowMs: clock.now() }),

    async carry(deliveryId, signal) {
      const atMs = clock.now();
      const begun = await store.run('begin-hook-try', (tx) => beginTry(tx, deliveryId, atMs));
      if (begun === null) return;
      const { delivery, hook, kept, body, routeId } = begun;
      const secret = kept === null ? null : seal.open(kept, hook.id);
      const isUnreadable = kept !== null && secret === null;
      if (isUnreadable)
        log.error('hook-secret-unreadable', { hook: hook.id, advice: unreadableAdvice });
      const startMs = clock.monotonic();
      // A process that was started before a rotation lacks the new key: another one may make the next try.
      const answer: TryResult = isUnreadable
        ? nothingSent
        : await tracer.resume({ name: 'webhook' }, await traceOf(routeId), async (span) => {
            const trace = tracer.forReceivers();
            const message = { id: delivery.id, url: hook.url, body, secret, atMs };
            const answered = await post.post(
              { ...message, ...(trace === undefined ? {} : { trace }) },
              signal,
            );
            span.say({ outcome: answered.outcome });
            return answered;
          });
      const tookMs = Math.round(clock.monotonic() - startMs);
      // This process is stopping: the next worker makes the try again.
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
    throw new Error(`the store has no hook or no event for delivery ${deliveryId}`);
  return {
    delivery,
    hook,
    kept: await tx.webhooks.hookSecret(hook.id),
    body: hookBody(event),
    routeId: event.routeId,
  };
}

/** An endpoint that answers 410 is sent nothing more. */
const gone = 410;

/** The delivery's state after a try. */
export function judgeTry(
  delivery: HookDelivery,
  { httpStatus, retryAfterMs }: Pick<HookAnswer, 'httpStatus' | 'retryAfterMs'>,
  nowMs: number,
  entropy: Entropy,
): Pick<HookDelivery, 'state' | 'dueAtMs'> {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300)
    return { state: 'delivered', dueAtMs: nowMs };
  if (httpStatus === gone) return { state: 'stopped', dueAtMs: nowMs };
  const dueAtMs = nextTryMs(delivery.tries - delivery.oldTries, nowMs, retryAfterMs, entropy);
  return dueAtMs === null ? { state: 'dead', dueAtMs: nowMs } : { state: 'waiting', dueAtMs };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The waits after each failed try, as Standard Webhooks recommends: ten tries in three days. */
const waitsMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
/** Most that is added to each wait, so that an endpoint that comes back is not flooded. */
const jitterShare = 0.2;
/** Bound on what `Retry-After` can ask for. */
const longestWaitMs = 24 * hourMs;

export const mostTries = waitsMs.length + 1;

/**
 * When the next try is due after this many failed ones, never sooner than the endpoint asked for;
 * null after the last.
 */
export function nextTryMs(
  failed: number,
  nowMs: number,
  retryAfterMs: number | null,
  entropy: Entropy,
): number | null {
  const waitMs = waitsMs[failed - 1];
  if (waitMs === undefined) return null;
  const chance = Number.parseInt(entropy.hex(4), 16) / 2 ** 32;
  return (
    nowMs +
    Math.max(
      Math.round(waitMs * (1 + jitterShare * chance)),
      Math.min(retryAfterMs ?? 0, longestWaitMs),
    )
  );
}

/** The body of a delivery, the same bytes in every try: the signature covers it. */
function hookBody({ kind, routeId, destTx, srcTx, atMs }: RouteEvent): string {
  return JSON.stringify({
    event: kind,
    routeId,
    status: kind === 'route.done' ? 'DONE' : 'FAILED',
    destTx,
    srcTx,
    ts: atMs,
  });
}
