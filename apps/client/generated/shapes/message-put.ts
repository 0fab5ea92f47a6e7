// Written by `npm run client:types` from the service's OpenAPI document.

export type MessagePut = {
  readonly id: string;
  /** The first 12 bits of SHA-256 of the recipient's key and the day, as 2026-11-23. */
  readonly bucket: number;
  /** Its place in that bucket on that day, from 0. */
  readonly index: number;
};
