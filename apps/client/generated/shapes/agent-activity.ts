// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentActivity = {
  /** The newest first. */
  readonly items: readonly ({
    /** Consecutive, from 1. */
    readonly seq: number;
    readonly kind: 'registered' | 'changed' | 'rotated' | 'frozen' | 'resumed' | 'deleted' | 'approval.asked' | 'approval.approved' | 'approval.denied' | 'route.accepted' | 'route.done' | 'route.failed' | 'route.reopened';
    /** Epoch milliseconds. */
    readonly ts: number;
    /** What it was about: a route, an approval, who did it. */
    readonly about: Readonly<Record<string, string | number | null>>;
  })[];
  readonly next: string | null;
};
