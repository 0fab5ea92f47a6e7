/** How a request came here: what the report says of its own lane. */
export interface AskedBy {
  readonly lane: 'direct' | 'ohttp';
  /** Whom it was addressed to, by its Host header; null where it has none, and inside the private lane. */
  readonly host: string | null;
  /** The key agreement that the request itself was sealed with; null outside the private lane. */
  readonly kem: string | null;
  /** Whether a proxy of ours stands before the service, and speaks TLS for it. */
  readonly isBehindProxy: boolean;
}

/** A relay as it was just seen. */
export interface RelayView {
  readonly url: string;
  readonly region: string;
  readonly operator: string;
  readonly independent: boolean;
  readonly ok: boolean;
  readonly batchMs: number | null;
  readonly paused: boolean;
}

/** `svc-posture/1`: how private what a client does here is, as it stands now. */
export interface Posture {
  readonly version: 'svc-posture/1';
  readonly atMs: number;
  readonly lane: {
    readonly kind: AskedBy['lane'] | 'onion';
    readonly detail: string;
    readonly fix: string;
  };
  readonly transport: {
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
    readonly batching: boolean;
  };
  readonly relays: readonly RelayView[];
  readonly relayIndependent: boolean;
  readonly network: {
    readonly onion: string | null;
    readonly autoTransport: boolean;
    readonly encryptedDns: boolean;
    readonly clientAnonymity: 'none' | 'relay' | 'onion';
  };
  readonly chain: {
    readonly amounts: 'public';
    readonly addresses: 'public';
    readonly paidFromFloatPct: number | null;
    readonly note: string;
  };
  readonly features: {
    readonly messagingV2: boolean;
    readonly messagingV1: false;
    readonly plus: boolean;
    readonly nettingSet: number;
    readonly coverRowsPerDay: number;
    readonly privateSubmit: boolean;
    readonly anonymousQuota: number;
  };
  readonly stillPublic: readonly string[];
  readonly recommend: readonly string[];
}
