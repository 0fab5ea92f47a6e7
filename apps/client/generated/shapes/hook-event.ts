// Written by `npm run client:types` from the service's OpenAPI document.

export type HookEvent = {
  readonly event: 'route.done' | 'route.failed';
  readonly routeId: string;
  readonly status: 'DONE' | 'FAILED';
  /** A transaction's hash; null while there is none. */
  readonly destTx: string | null;
  /** A transaction's hash; null while there is none. */
  readonly srcTx: string | null;
  /** Epoch milliseconds; refuse what is older than five minutes. */
  readonly ts: number;
};
