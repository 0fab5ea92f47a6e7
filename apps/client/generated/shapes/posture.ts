// Written by `npm run client:types` from the service's OpenAPI document.

export type Posture = {
  readonly version: 'svc-posture/1';
  readonly at: string;
  readonly lane: {
    /** How this request came; onion by its Host header, which any client can write. */
    readonly kind: 'direct' | 'ohttp' | 'onion';
    readonly detail: string;
    /** One thing to do; empty where there is none. */
    readonly fix: string;
  };
  readonly transport: {
    /** The key agreement of this request, or none, unknown. */
    readonly pq: string;
    readonly pqEnforced: boolean;
    readonly requestFloorBytes: number;
    readonly responseFloorBytes: number;
    readonly note: string;
  };
  readonly relay: {
    readonly url: string | null;
    readonly ok: boolean;
    readonly batchMs: number | null;
    readonly paused: boolean;
    /** It has requests of two senders or more to mix. */
    readonly batching: boolean;
  };
  readonly relays: readonly ({
    readonly url: string;
    readonly region: string;
    readonly operator: string;
    /** Run by another operator than this service. */
    readonly independent: boolean;
    readonly ok: boolean;
    readonly batchMs: number | null;
    readonly paused: boolean;
  })[];
  readonly relayIndependent: boolean;
  readonly network: {
    readonly onion: string | null;
    readonly autoTransport: boolean;
    /** DNS has what a client encrypts the name of this service with. */
    readonly encryptedDns: boolean;
    readonly clientAnonymity: 'none' | 'relay' | 'onion';
  };
  readonly chain: {
    readonly amounts: 'public';
    readonly addresses: 'public';
    /** Of the last 100 live routes; null before the first. */
    readonly paidFromFloatPct: number | null;
    readonly note: string;
  };
  readonly features: {
    readonly messagingV2: boolean;
    readonly messagingV1: false;
    readonly plus: boolean;
    /** Routes that the last mined payout transaction paid. */
    readonly nettingSet: number;
    /** Yesterday. */
    readonly coverRowsPerDay: number;
    readonly privateSubmit: boolean;
    /** Requests that the private lane still took at the last full hour, up to whole thousands. */
    readonly anonymousQuota: number;
  };
  readonly stillPublic: readonly string[];
  readonly recommend: readonly string[];
};
