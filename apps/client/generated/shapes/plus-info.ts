// Written by `npm run client:types` from the service's OpenAPI document.

export type PlusInfo = {
  readonly service: string;
  readonly mode: string;
  /** Whether this deployment has passes. */
  readonly enabled: boolean;
  readonly principle: string;
  readonly tokens: {
    readonly scheme: string;
    readonly prefix: string;
    readonly unlinkable: boolean;
    readonly blinding: string;
    /** The key that signs now; null where none may. */
    readonly publicKeyJwk: {
      readonly kty: 'RSA';
      readonly alg: 'PS384';
      readonly key_ops: readonly ('verify')[];
      readonly ext: true;
      /** The modulus, base64url. */
      readonly n: string;
      readonly e: 'AQAB';
    } | null;
    readonly keyCreated: number | null;
    /** What the log says of the key that signs; null before the first. */
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
  };
  readonly ring: {
    readonly keys: readonly {
      /** The number of the key that signed. */
      readonly seq: number;
      /** SHA-256 of the key, RFC 7638. */
      readonly thumb: string;
      readonly bits: 2048;
      /** Epoch milliseconds. */
      readonly notBefore: number;
      /** Epoch milliseconds. */
      readonly notAfter: number;
      /** Epoch milliseconds. */
      readonly acceptedUntil: number;
      readonly current: boolean;
    }[];
    readonly lifetimeMs: number;
    readonly acceptWindowMs: number;
    /** The name of the mint's log. */
    readonly witnessSlot: string;
    /** Who watches the log. */
    readonly witnesses: readonly string[];
    /** How many of them must cosign a key before it signs. */
    readonly quorum: number;
    /** What that is worth, in words. */
    readonly watched: string;
    /** How often too few of them cosigned the next key. */
    readonly rotationWitnessRefused: number;
    readonly tagCommit: {
      readonly writeFlagOn: boolean;
      readonly tagVerifyShipped: boolean;
      readonly cutover: number | null;
      readonly nextRotation: number | null;
    };
  };
  readonly headAt: string;
  readonly how: readonly string[];
  readonly products: Readonly<Record<string, {
    readonly tokens: number;
    readonly usd: number;
    readonly what: string;
  }>>;
  readonly maxBundlesPerInvoice: number;
  readonly btcMinSats: number;
  readonly trial: {
    readonly passesPerDay: number;
    readonly perRequestMax: number;
    readonly bodyCapBytes: number;
    readonly recommendedBatch: number;
    readonly claimsPerIpPerDay: number;
    readonly how: string;
  };
  /** What an invoice can be paid in now. */
  readonly assets: Readonly<Record<string, {
    readonly chainId: number | string;
    readonly symbol: string;
    readonly kind: string;
  }>>;
  readonly redeemableAt: readonly string[];
  readonly weLearn: readonly string[];
  readonly weDoNotLearn: readonly string[];
  /** As they stood at the last full hour; 0 before the first one. */
  readonly stats: {
    readonly issued: number;
    readonly spent: number;
  };
  readonly sdk: string;
  readonly docs: string;
  readonly endpoints: readonly string[];
};
