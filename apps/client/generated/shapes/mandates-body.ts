// Written by `npm run client:types` from the service's OpenAPI document.

export type MandatesBody = {
  /** The open mandate (AP2, mandate.payment.open.1): jwt~disclosure~…~. */
  readonly mandate: string;
  /** The key that signed it, where its header has no jwk; the session must name its thumbprint as urn:interline:mandate-key:…. */
  readonly key?: Readonly<Record<string, unknown>>;
  /** JWS by the key that signed the mandate (typ interline-mandate+jwt) over {aud: this service's origin, owner: the wallet that signed in, mandate: SHA-256 of the mandate's header and payload as signed, base64url}. */
  readonly proof: string;
  /** Permit2's PermitSingle as the wallet signed it: the limit that the chain enforces. It moves nothing by itself. */
  readonly allowance: {
    /** Of the signed domain {name: "Permit2", chainId, verifyingContract}. */
    readonly chainId: number;
    readonly details: {
      /** Address on that chain. */
      readonly token: string;
      /** The most that can be pulled in all, in smallest units. */
      readonly amount: string;
      /** No later than the mandate's exp. */
      readonly expiration: string;
      /** The next nonce of Permit2's allowance of wallet, token and spender. */
      readonly nonce: string;
    };
    /** The relayer on that chain: spender of the signRequest of POST /api/agent/do. */
    readonly spender: string;
    readonly sigDeadline: string;
    readonly signature: string;
  };
};
