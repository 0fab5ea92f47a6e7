// Written by `npm run client:types` from the service's OpenAPI document.

export type MessagesV2MailboxBody = {
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
  /** The first 12 bits of SHA-256 of the recipient's key and the day, as 2026-11-23. */
  readonly bucket: number;
  /** A day of UTC, such as 2026-11-23. */
  readonly day: string;
  /** The last row that was read. */
  readonly after?: string;
};
