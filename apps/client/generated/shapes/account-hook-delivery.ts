// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountHookDelivery = {
  /** Its webhook-id, the same in every attempt. */
  readonly id: string;
  /** Of the event that it carries. */
  readonly seq: number;
  /** Failed: every attempt failed, or none could be made in time; stopped: the webhook was disabled before the delivery. */
  readonly state: 'waiting' | 'delivered' | 'failed' | 'stopped';
  /** Epoch milliseconds. */
  readonly created: number;
  readonly nextTryAt: number | null;
  /** The oldest first. */
  readonly attempts: readonly ({
    readonly number: number;
    /** Epoch milliseconds. */
    readonly ts: number;
    readonly outcome: 'answered' | 'timeout' | 'unreachable' | 'unsafe' | null;
    readonly httpStatus: number | null;
    readonly ms: number | null;
  })[];
};
