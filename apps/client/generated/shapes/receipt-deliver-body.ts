// Written by `npm run client:types` from the service's OpenAPI document.

export type ReceiptDeliverBody = {
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
  readonly routeId: string;
  /** A public key of HPKE in base64, with padding: 32 bytes, or 1,216; it is not kept. */
  readonly to: string;
};
