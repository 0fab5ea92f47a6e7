import type { Clock, Entropy, Log, Tracer } from '@interline/ports';
import type { RouteEvent } from '../transfer/index.ts';
import type { HookAnswer, HookPost } from './hook-post.ts';
import { type HookSeal, unreadableAdvice } from './hook-seal.ts';
import { eventOf, mostFailures } from './account-hook.ts';
import type { Hook, HookDelivery, TryOutcome } from './hook.ts';
import type { CourierStore, DueDelivery, WebhookUnit } from './repository.ts';
import { type DueSearch, takeTurns } from './take-turns.ts';

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
  /** Owners take turns, as far as this process knows. */
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
  readonly hook: Pick<Hook, 'id' | 'url'>;
  /** The secret as the store has it. */
  readonly kept: string | null;
  /** The one before that, where it still signs. */
  readonly former: string | null;
  readonly body: string;
  /** Null for an event of an account. */
  readonly routeId: string | null;
  readonly waitsMs: readonly number[];
}

interface TryResult extends Pick<HookAnswer, 'httpStatus' | 'retryAfterMs'> {
  /** Null where nothing came of it: it was cut short, or nothing was sent. */
  readonly outcome: TryOutcome | null;
}

const nothingSent: TryResult = { outcome: null, httpStatus: null, retryAfterMs: null };

export function hookCourier(ports: HookPorts): HookCourier {
  const { store, post, clock, entropy, log, seal, tracer } = ports;
  const traceOf = async (routeId: string | null): Promise<string | undefined> =>
    tracer.isOn && routeId !== null
      ? (await store.reads.transfers.route(routeId))?.trace
      : undefined;
  const findDue = takeTurns(store);
  return {
    due: (search) => findDue({ ...search, nowMs: clock.now() }),

    async carry(deliveryId, signal) {
      const atMs = clock.now();
      const begun = await store.run('begin-hook-try', (tx) => beginTry(tx, deliveryId, atMs));
      if (begun === null) return;
      const { delivery, hook, kept, former, body, routeId, waitsMs } = begun;
      const secret = kept === null ? null : seal.open(kept, hook.id);
      const formerSecret = former === null ? null : seal.open(former, hook.id);
      const isUnreadable = kept !== null && secret === null;
      if (isUnreadable)
        log.error('hook-secret-unreadable', { hook: hook.id, advice: unreadableAdvice });
      const startMs = clock.monotonic();
      // A process that was started before a rotation lacks the new key: another one may make the next try.
      const answer: TryResult = isUnreadable
        ? nothingSent
        : await tracer.resume({ name: 'webhook' }, await traceOf(routeId), async (span) => {
            const trace = tracer.forReceivers();
            const message = {
              id: delivery.id,
              url: hook.url,
              body,
              secret,
              ...(formerSecret === null ? {} : { formerSecret }),
              atMs,
            };
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
        : judgeTry(delivery, answer, clock.now(), entropy, waitsMs);
      const isJudged = !isCutShort && !isUnreadable;
      const isKept = await store.run('end-hook-try', async (tx) => {
        const isLast = await tx.webhooks.endTry(ended, next);
        if (isLast && isJudged) await countTry(tx, hook.id, next.state, clock.now());
        return isLast;
      });
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
  const { hookId, eventId } = delivery;
  const { webhooks } = tx;
  const kept = await webhooks.hookSecret(hookId);
  const ofAccount = await webhooks.accountHook(hookId);
  if (ofAccount !== null) {
    const { account, seq } = eventOf(eventId);
    const body = await tx.accounts.eventBody(account, seq);
    if (body === null) throw new Error(`the store has no event for delivery ${deliveryId}`);
    const former = (await webhooks.formerSecret(hookId, nowMs))?.secret ?? null;
    return {
      delivery,
      hook: ofAccount,
      kept,
      former,
      body,
      routeId: null,
      waitsMs: accountWaitsMs,
    };
  }
  const [hook, event] = [await webhooks.hook(hookId), await tx.transfers.routeEvent(eventId)];
  if (hook === null || event === null)
    throw new Error(`the store has no hook or no event for delivery ${deliveryId}`);
  const { routeId } = event;
  return {
    delivery,
    hook,
    kept,
    former: null,
    body: hookBody(event),
    routeId,
    waitsMs: routeWaitsMs,
  };
}

/**
 * Within the unit that ends a try: an account's hook that is gone, or failed too often in a row, is
 * called no more, and its account is told.
 */
async function countTry(
  tx: WebhookUnit,
  hookId: string,
  state: HookDelivery['state'],
  nowMs: number,
): Promise<void> {
  const hook = await tx.webhooks.accountHook(hookId);
  if (hook === null) return;
  const failures = await tx.webhooks.countFailure(hookId, state !== 'delivered');
  const reason = state === 'stopped' ? 'gone' : failures >= mostFailures ? 'failing' : null;
  if (reason === null || hook.disabledAtMs !== null) return;
  await tx.webhooks.disableHook(hookId, nowMs);
  const about = { hookId, reason } as const;
  const told = { kind: 'hook.disabled', atMs: nowMs, about } as const;
  for (const event of await tx.accounts.recordEvents([hook.account], told))
    await tx.webhooks.oweToAccount(event);
}

/** An endpoint that answers 410 is sent nothing more. */
const gone = 410;

/** The delivery's state after a try. */
export function judgeTry(
  delivery: HookDelivery,
  { httpStatus, retryAfterMs }: Pick<HookAnswer, 'httpStatus' | 'retryAfterMs'>,
  nowMs: number,
  entropy: Entropy,
  waitsMs = routeWaitsMs,
): Pick<HookDelivery, 'state' | 'dueAtMs'> {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300)
    return { state: 'delivered', dueAtMs: nowMs };
  if (httpStatus === gone) return { state: 'stopped', dueAtMs: nowMs };
  const dueAtMs = nextTryMs(
    delivery.tries - delivery.oldTries,
    nowMs,
    retryAfterMs,
    entropy,
    waitsMs,
  );
  return dueAtMs === null ? { state: 'dead', dueAtMs: nowMs } : { state: 'waiting', dueAtMs };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The waits after each failed try, as Standard Webhooks recommends: ten tries in three days. */
const routeWaitsMs: readonly number[] = [
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
/** The same for an account's, which has its events in order to read again: eight tries in a day and a half. */
const accountWaitsMs: readonly number[] = [
  5_000,
  30_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  8 * hourMs,
  24 * hourMs,
];
/** Most that is added to each wait, so that an endpoint that comes back is not flooded. */
const jitterShare = 0.2;
/** Bound on what `Retry-After` can ask for. */
const longestWaitMs = 24 * hourMs;

export const mostTries = routeWaitsMs.length + 1;

/** From the first try of a hook to its last one, where every wait is as long as chance can make it. */
export const longestScheduleMs = {
  route: longestOf(routeWaitsMs),
  account: longestOf(accountWaitsMs),
} as const;

function longestOf(waitsMs: readonly number[]): number {
  return waitsMs.reduce((sum, waitMs) => sum + Math.round(waitMs * (1 + jitterShare)), 0);
}

/**
 * When the next try is due after this many failed ones, never sooner than the endpoint asked for;
 * null after the last.
 */
export function nextTryMs(
  failed: number,
  nowMs: number,
  retryAfterMs: number | null,
  entropy: Entropy,
  waitsMs = routeWaitsMs,
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
