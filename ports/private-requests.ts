/** Both key pairs of a gateway, created together, with private halves sealed for the store. */
export interface SealedLaneKeys {
  /** The key configurations in clients' format, `application/ohttp-keys`, in base64. */
  readonly document: string;
  /** SHA-256 of the document, in hex. */
  readonly digest: string;
  readonly sealed: string;
}

/** The unencrypted head of a private request. */
export interface PrivateRequestHead {
  readonly keyId: number;
  /** Size of the inner message, including padding. */
  readonly plaintextBytes: number;
}

/** Field names are in lower case. */
export interface PrivateRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

export interface PrivateResponse {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

export interface OpenedPrivateRequest {
  /** The KEM that sealed it. */
  readonly kem: 'MLKEM768-X25519' | 'X25519';
  /** A unique id in hex; a replay has the same one. */
  readonly replayId: string;
  /** Null if the sealed content is not binary HTTP. */
  readonly request: PrivateRequest | null;
  /** The response for the sender, padded to the smallest multiple of `unit` that holds it. */
  seal(response: PrivateResponse, unit: number): Uint8Array;
}

/** A request of ours that tests a relay. */
export interface SealedProbe {
  readonly bytes: Uint8Array;
  /** Whether it is a response by the holder of the gateway's key. */
  isAnswer(bytes: Uint8Array): boolean;
}

/**
 * Oblivious HTTP (RFC 9458) over binary HTTP (RFC 9292): HPKE with MLKEM768-X25519 preferred, then
 * X25519.
 */
export interface PrivateRequests {
  /** `firstKeyId` is the first pair's id; the others follow it. */
  createKeys(firstKeyId: number): SealedLaneKeys;
  /** The key agreements that a document offers, in order of preference. */
  kemsIn(document: string): readonly OpenedPrivateRequest['kem'][];
  /** Null unless it is the head of a request to one of our keys. */
  readHead(request: Uint8Array): PrivateRequestHead | null;
  /** Null if it was not sealed to these keys, or was changed. */
  open(keys: SealedLaneKeys, request: Uint8Array): OpenedPrivateRequest | null;
  /** Throws on a document that is malformed, or has no key that this process can use. */
  sealProbe(document: string, request: PrivateRequest, unit: number): SealedProbe;
}

/** A relay's report about itself. */
export interface RelayReport {
  readonly batchMs: number;
  /** Median number of senders per tick over the last hour. */
  readonly medianOccupancy: number;
  readonly isPaused: boolean;
}

/** Outbound requests to relays: bounded in time and size, never throws. */
export interface RelayCaller {
  /** Null without an answer in time. */
  report(url: string): Promise<RelayReport | null>;
  /** The response to a private request; null without one. */
  send(url: string, request: Uint8Array): Promise<Uint8Array | null>;
}
