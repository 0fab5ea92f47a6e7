// Written by `npm run client:types` from the service's OpenAPI document.

export type RoutesRecentQuery = {
  /** A whole number from 1 to 100; 25 when left out. */
  readonly limit?: string;
};
