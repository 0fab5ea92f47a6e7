// Written by `npm run client:types` from the service's OpenAPI document.

export type MintHead = {
  /** Of the key that signs, or signed last. */
  readonly head: {
    readonly v: 2;
    /** The number of the key that signed. */
    readonly seq: number;
    /** SHA-256 of the key, RFC 7638. */
    readonly thumb: string;
    /** Epoch milliseconds. */
    readonly notBefore: number;
    /** Epoch milliseconds. */
    readonly notAfter: number;
    readonly suite: string;
    readonly prevThumb: string | null;
    readonly prevNotBefore: number | null;
    /** The previous head's witSeq; 0 for the first. */
    readonly prevWitSeq: number;
    /** The name of the log. */
    readonly witnessSlot: string;
    /** How many leaves the log had with this one. */
    readonly witSeq: number;
    /** Its root then. */
    readonly witRoot: string;
    readonly sig: {
      /** Ed25519 (32 bytes), then ML-DSA-65 (1,952 bytes). */
      readonly sigPub: string;
      readonly mlSig: string;
      readonly edSig: string;
    };
  } | null;
  readonly publicKeyJwk: {
    readonly kty: 'RSA';
    readonly alg: 'PS384';
    readonly key_ops: readonly ('verify')[];
    readonly ext: true;
    /** The modulus, base64url. */
    readonly n: string;
    readonly e: 'AQAB';
  } | null;
  readonly origin: string;
  /** What a witness knows the log by. */
  readonly logKey: string;
  /** As the head was published: the cosignatures say from when on its key may sign. */
  readonly checkpoint: string | null;
  readonly index: number | null;
  /** Of the head's leaf in that checkpoint. */
  readonly inclusion: readonly string[];
  /** From the previous head to that checkpoint. */
  readonly consistency: {
    readonly from: number;
    readonly proof: readonly string[];
  };
  /** The newest checkpoint, of all leaves. */
  readonly latest: string | null;
  /** The whole log, oldest first. */
  readonly leaves: readonly string[];
  readonly witnesses: readonly {
    readonly name: string;
    readonly vkey: string;
  }[];
  readonly quorum: number;
};
