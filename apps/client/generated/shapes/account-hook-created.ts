// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountHookCreated = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Disabled: it answered 410, or 50 attempts in a row failed; a test enables it again. */
  readonly status: 'active' | 'disabled';
  /** Failed attempts in a row. */
  readonly failures: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly disabledAt: number | null;
  /** Signs the deliveries (Standard Webhooks); not shown again. */
  readonly secret: string;
};
