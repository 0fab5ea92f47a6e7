// Written by `npm run client:types` from the service's OpenAPI document.

export type HookRegistered = {
  readonly id: string;
  readonly routeId: string;
  readonly url: string;
  /** Pending: the route has not ended, or a try is still to come; delivered: answered with 2xx; failed: every try failed, or none could be made in time; stopped: answered with 410. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'stopped';
  readonly note: string;
};
