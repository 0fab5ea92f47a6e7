// Written by `npm run client:types` from the service's OpenAPI document.

export type ReceiptKeySet = {
  readonly keys: readonly {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
    readonly kid: string;
    readonly alg: 'EdDSA';
    readonly use: 'sig';
  }[];
};
