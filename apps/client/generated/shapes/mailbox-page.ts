// Written by `npm run client:types` from the service's OpenAPI document.

export type MailboxPage = {
  readonly rows: readonly {
    readonly id: string;
    /** 4096 bytes in base64, with padding: what HPKE made of a message. */
    readonly row: string;
  }[];
  /** What to send as after next; null where there are no more now. */
  readonly next: string | null;
};
