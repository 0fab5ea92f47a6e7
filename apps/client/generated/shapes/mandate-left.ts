// Written by `npm run client:types` from the service's OpenAPI document.

export type MandateLeft = {
  /** Null where the mandate has no budget. */
  readonly cents: string | null;
  /** Null where the number of payments is not limited. */
  readonly uses: number | null;
};
