// Written by `npm run client:types` from the service's OpenAPI document.

export type MandateLeft = {
  /** Null where the mandate has no budget. */
  readonly cents: string | null;
  /** Null where it may be used any number of times. */
  readonly uses: number | null;
};
