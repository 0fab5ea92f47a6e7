/** Both key pairs of a gateway, drawn together: their private halves are sealed for the store. */
export interface SealedLaneKeys {
  /** The key configurations as clients read them, `application/ohttp-keys`, in base64. */
  readonly document: string;
  /** SHA-256 of the document, in hex. */
  readonly digest: string;
  readonly sealed: string;
}

/** What the first bytes of a private request say. */
export interface PrivateRequestHead {
  readonly keyId: number;
  /** Of the message inside, padding included. */
  readonly plaintextBytes: number;
}

/** Names of fields are in lower case. */
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
  /** The KEM that it was sealed with. */
  readonly kem: 'MLKEM768-X25519' | 'X25519';
  /** What no other request has, in hex; a replay has the same. */
  readonly replayId: string;
  /** Null where what was sealed is not binary HTTP. */
  readonly request: PrivateRequest | null;
  /** The answer, padded to the smallest multiple of `unit` that holds it, which only the sender opens. */
  seal(response: PrivateResponse, unit: number): Uint8Array;
}

/** A request of ours, to see whether a relay works. */
export interface SealedProbe {
  readonly bytes: Uint8Array;
  /** Whether it is an answer of who holds the gateway's key. */
  isAnswer(bytes: Uint8Array): boolean;
}

/**
 * Oblivious HTTP (RFC 9458) over binary HTTP (RFC 9292): HPKE with MLKEM768-X25519 first and X25519
 * second.
 */
export interface PrivateRequests {
  /** `firstKeyId` is that of the first pair; the others follow it. */
  createKeys(firstKeyId: number): SealedLaneKeys;
  /** The key agreements that a document offers, the first one first. */
  kemsIn(document: string): readonly OpenedPrivateRequest['kem'][];
  /** Null where they are not those of a request to any key of ours. */
  readHead(request: Uint8Array): PrivateRequestHead | null;
  /** Null where it was not sealed to these keys, or was changed. */
  open(keys: SealedLaneKeys, request: Uint8Array): OpenedPrivateRequest | null;
  /** Throws on a document that is malformed, or holds no key that this process can use. */
  sealProbe(document: string, request: PrivateRequest, unit: number): SealedProbe;
}

/** What a relay says of itself. */
export interface RelayReport {
  readonly batchMs: number;
  /** Senders of a tick, half of the ticks with any having fewer: over the last hour. */
  readonly medianOccupancy: number;
  readonly isPaused: boolean;
}

/** The way out to relays: bounded in time and size, never throws. */
export interface RelayCaller {
  /** Null where none is given in time. */
  report(url: string): Promise<RelayReport | null>;
  /** What a private request is answered with; null for none. */
  send(url: string, request: Uint8Array): Promise<Uint8Array | null>;
}
