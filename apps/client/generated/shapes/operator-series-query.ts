// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorSeriesQuery = {
  /** 1d, 7d, 30d; 1d when left out. */
  readonly span?: '1d' | '7d' | '30d';
};
