/** How the request arrived, for the report about its own lane. */
export interface AskedBy {
  readonly lane: 'direct' | 'ohttp';
  /**
   * The host it was addressed to, from its Host header; null without one, and in the private lane.
   */
  readonly host: string | null;
  /** The key agreement that sealed the request itself; null outside the private lane. */
  readonly kem: string | null;
  /** Whether a proxy of ours in front of the service terminates TLS. */
  readonly isBehindProxy: boolean;
}

/** A relay as last seen. */
export interface RelayView {
  readonly url: string;
  readonly region: string;
  readonly operator: string;
  readonly independent: boolean;
  readonly ok: boolean;
  readonly batchMs: number | null;
  readonly paused: boolean;
}

/** `svc-posture/1`: the current privacy of a client's actions here. */
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
