// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountHooksBody = {
  /** Of a public address; loopback only where this deployment allows it. */
  readonly url: string;
  /** Some of route.accepted, route.stage, route.done, route.failed, route.refunded, route.refund_held, sponsor.included, sponsor.failed, agent.approval_asked, mandate.registered, mandate.used, mandate.spent, mandate.returned, mandate.exhausted, mandate.expired, mandate.revoked, hook.test, hook.disabled, or "*" for all. */
  readonly events: readonly ('route.accepted' | 'route.stage' | 'route.done' | 'route.failed' | 'route.refunded' | 'route.refund_held' | 'sponsor.included' | 'sponsor.failed' | 'agent.approval_asked' | 'mandate.registered' | 'mandate.used' | 'mandate.spent' | 'mandate.returned' | 'mandate.exhausted' | 'mandate.expired' | 'mandate.revoked' | 'hook.test' | 'hook.disabled' | '*')[];
};
