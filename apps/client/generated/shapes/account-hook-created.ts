// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountHookCreated = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Disabled: it answered 410, or 50 tries in a row failed; a test calls it again. */
  readonly status: 'active' | 'disabled';
  /** Tries in a row that failed. */
  readonly failures: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly disabledAt: number | null;
  /** Signs what is sent (Standard Webhooks); not shown again. */
  readonly secret: string;
};
