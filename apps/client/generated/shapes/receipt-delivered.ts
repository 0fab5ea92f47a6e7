// Written by `npm run client:types` from the service's OpenAPI document.

export type ReceiptDelivered = {
  readonly id: string;
  /** The key's of today. */
  readonly bucket: number;
};
