// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountHookEvent = {
  readonly id: string;
  readonly event: 'route.accepted' | 'route.stage' | 'route.done' | 'route.failed' | 'route.refunded' | 'route.refund_held' | 'sponsor.included' | 'sponsor.failed' | 'agent.approval_asked' | 'mandate.registered' | 'mandate.used' | 'mandate.spent' | 'mandate.returned' | 'mandate.exhausted' | 'mandate.expired' | 'mandate.revoked' | 'hook.test' | 'hook.disabled';
  /** Numbers the account's events, without gaps. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly ts: number;
  /** For a route: routeId, status, stage and its transactions at the time. */
  readonly data: Readonly<Record<string, string | number | null>>;
};
