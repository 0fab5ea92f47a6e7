// Written by `npm run client:types` from the service's OpenAPI document.

export type HookState = {
  readonly id: string;
  readonly routeId: string;
  readonly url: string;
  /** Pending: the route has not ended, or a try is still to come; delivered: answered with 2xx; failed: every try failed, or none could be made in time; stopped: answered with 410. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'stopped';
  readonly note: string;
  /** A secret was registered. */
  readonly signed: boolean;
  /** Epoch milliseconds. */
  readonly created: number;
  /** The webhook-id of the last event; null before the route has ended. */
  readonly deliveryId: string | null;
  /** The oldest first. */
  readonly attempts: readonly ({
    readonly deliveryId: string;
    readonly number: number;
    /** Epoch milliseconds. */
    readonly ts: number;
    /** Unsafe: the name leads to an address that is not public; null: under way, or cut short by a restart. */
    readonly outcome: 'answered' | 'timeout' | 'unreachable' | 'unsafe' | null;
    readonly httpStatus: number | null;
    readonly ms: number | null;
  })[];
  readonly nextTryAt: number | null;
};
