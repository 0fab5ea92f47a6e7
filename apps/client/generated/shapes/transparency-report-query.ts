// Written by `npm run client:types` from the service's OpenAPI document.

export type TransparencyReportQuery = {
  /** A UTC day such as 2026-11-23, two days ago or earlier. */
  readonly day: string;
};
