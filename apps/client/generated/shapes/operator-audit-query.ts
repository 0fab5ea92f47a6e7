// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorAuditQuery = {
  /** A whole number from 1 to 500; 50 when left out. */
  readonly limit?: string;
  /** Only entries before this one. */
  readonly before?: string;
};
