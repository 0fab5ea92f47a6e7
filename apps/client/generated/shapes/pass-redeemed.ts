// Written by `npm run client:types` from the service's OpenAPI document.

export type PassRedeemed = {
  readonly ok: true;
  /** The number of the key that signed. */
  readonly seq: number;
  /** SHA-256 of the key, RFC 7638. */
  readonly thumb: string;
};
