// Written by `npm run client:types` from the service's OpenAPI document.

export type MandatesQuery = {
  /** Next of the previous page. */
  readonly next?: string;
  /** A whole number from 1 to 100. */
  readonly limit?: string;
};
