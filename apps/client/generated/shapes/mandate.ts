// Written by `npm run client:types` from the service's OpenAPI document.

export type Mandate = {
  readonly id: string;
  /** SHA-256 of what the user signed, base64url. */
  readonly hash: string;
  /** The thumbprint of the agent's key (RFC 7638). */
  readonly agent: string;
  /** As the mandate states them; amounts are US cents. */
  readonly constraints: readonly (Readonly<Record<string, unknown>>)[];
  /** The limit that the chain enforces, whatever this service does. */
  readonly ceiling: {
    /** EVM chain id, or a node's name. */
    readonly chainId: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    /** Smallest units, digits. */
    readonly amount: string;
    /** Epoch seconds. */
    readonly expiration: number;
    readonly spender: string;
  };
  /** In US cents; a failed payment gives its part back. */
  readonly budget: {
    readonly currency: 'USD';
    readonly max: string | null;
    /** By payments under way. */
    readonly reserved: string;
    /** By completed payments. */
    readonly spent: string;
    readonly left: string | null;
  };
  readonly uses: {
    readonly max: number | null;
    readonly used: number;
    readonly left: number | null;
  };
  readonly state: 'active' | 'revoked' | 'expired' | 'exhausted';
  /** Epoch milliseconds. */
  readonly expires: number;
  /** Epoch milliseconds. */
  readonly created: number;
  /** What a mandate does not limit, and how its owner ends it. */
  readonly note: string;
};
