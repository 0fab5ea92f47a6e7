/**
 * A webhook: a URL that a client registered to be called when a route ends. The secret that signs
 * its deliveries stays in the store; only `hookSecret` reads it.
 */
export interface Hook {
  readonly id: string;
  readonly routeId: string;
  readonly url: string;
  /** Of the URL. Deliveries to one host take turns, so that a slow host delays no other. */
  readonly host: string;
  /** Deliveries of different owners take turns: the client that registered it, or its account. */
  readonly owner: string;
  readonly isSigned: boolean;
  readonly createdAtMs: number;
}

/**
 * - waiting: the next try is made when it is due
 * - delivered: the endpoint answered 2xx
 * - dead: every try failed, or none was made for as long as all of them may take; only an order starts
 *   it again
 * - stopped: the endpoint answered 410, so nothing more is sent
 * - withdrawn: a reorg reopened the route before delivery; the next end is an event of its own
 */
export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'stopped' | 'withdrawn';

/** One event owed to one hook, under one id for all its tries. */
export interface HookDelivery {
  readonly id: string;
  readonly hookId: string;
  readonly eventId: string;
  readonly state: DeliveryState;
  /** Tries begun, ever. A try's result counts only while it is the last one begun. */
  readonly tries: number;
  /** Of them, those before an operator restarted the schedule. */
  readonly oldTries: number;
  /** When the next try is due; while a try is under way, when that try counts as lost. */
  readonly dueAtMs: number;
  readonly createdAtMs: number;
}

/**
 * - answered: with any HTTP status
 * - unsafe: the name resolved to an address that is not public; no connection was made
 */
export type TryOutcome = 'answered' | 'timeout' | 'unreachable' | 'unsafe';

/**
 * One try. Its outcome stays null where the process died during it, or the secret could not be
 * opened and nothing was sent.
 */
export interface HookTry {
  readonly deliveryId: string;
  readonly number: number;
  readonly atMs: number;
  readonly tookMs: number | null;
  readonly outcome: TryOutcome | null;
  readonly httpStatus: number | null;
}
