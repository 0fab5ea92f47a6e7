/**
 * Somebody who wants to be told when a route ends. The secret that signs what is sent stays in the
 * store: no reader of hooks has it.
 */
export interface Hook {
  readonly id: string;
  readonly routeId: string;
  readonly url: string;
  /** Of the URL: deliveries to one host take turns, so that a slow one holds up nobody else. */
  readonly host: string;
  readonly isSigned: boolean;
  readonly createdAtMs: number;
}

/**
 * - waiting: is tried when it is due
 * - delivered: the endpoint answered 2xx
 * - dead: every try failed; only an operator has it tried again
 * - stopped: the endpoint answered 410 and wants nothing more
 * - withdrawn: a reorg reopened the route before it was delivered; its next end is an event of its
 *   own
 */
export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'stopped' | 'withdrawn';

/** One event owed to one hook, under one id for all its tries. */
export interface HookDelivery {
  readonly id: string;
  readonly hookId: string;
  readonly eventId: string;
  readonly state: DeliveryState;
  /** Tries begun, ever: whoever ends one must still hold the last. */
  readonly tries: number;
  /** Of them, those before an operator had it tried again. */
  readonly oldTries: number;
  /** When it is tried next; while a try is under way, when that counts as lost. */
  readonly dueAtMs: number;
  readonly createdAtMs: number;
}

/**
 * - answered: with a status of its own, good or bad
 * - unsafe: the name led to an address that is not public; no connection was made
 */
export type TryOutcome = 'answered' | 'timeout' | 'unreachable' | 'unsafe';

/** One try. Its outcome stays null where the process died meanwhile. */
export interface HookTry {
  readonly deliveryId: string;
  readonly number: number;
  readonly atMs: number;
  readonly tookMs: number | null;
  readonly outcome: TryOutcome | null;
  readonly httpStatus: number | null;
}

/** `pending` is the spec's word for a hook that has not told yet. */
export type HookStatus = 'pending' | 'delivered' | 'failed' | 'stopped';

/** What became of the last event that was owed; a hook that owes none waits. */
export function hookStatusOf(last: HookDelivery | null): HookStatus {
  switch (last?.state) {
    case undefined:
    case 'waiting':
    case 'withdrawn':
      return 'pending';
    case 'delivered':
      return 'delivered';
    case 'dead':
      return 'failed';
    case 'stopped':
      return 'stopped';
  }
}
