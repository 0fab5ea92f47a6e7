// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountRoutesQuery = {
  /** Next of the previous page. */
  readonly next?: string;
  /** A whole number from 1 to 100. */
  readonly limit?: string;
  readonly status?: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
  /** Accepted then or later. */
  readonly since?: string;
  /** Accepted before then. */
  readonly until?: string;
};
