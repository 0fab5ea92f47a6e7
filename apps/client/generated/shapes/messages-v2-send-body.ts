// Written by `npm run client:types` from the service's OpenAPI document.

export type MessagesV2SendBody = {
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
  /** The first 12 bits of SHA-256 of the recipient's key and the day, as 2026-11-23. */
  readonly bucket: number;
  /** 4096 bytes in base64, with padding: what HPKE made of a message. */
  readonly row: string;
};
