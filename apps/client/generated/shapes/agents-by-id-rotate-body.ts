// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentsByIdRotateBody = {
  readonly jwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
    readonly alg?: 'EdDSA' | 'Ed25519';
    readonly use?: 'sig';
    readonly kid?: string;
    readonly key_ops?: readonly string[];
    readonly ext?: boolean;
  };
  /** JWS by that key (EdDSA, typ interline-agent+jwt) over {aud: this service's origin, owner: the wallet that signed in, iat: seconds, nonce: 16 random bytes in base64url}. */
  readonly proof: string;
};
