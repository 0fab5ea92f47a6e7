// Written by `npm run client:types` from the service's OpenAPI document.

export type TransparencyInclusionQuery = {
  /** The hash of a leaf (RFC 6962) in hex: 64 digits. */
  readonly leaf: string;
};
