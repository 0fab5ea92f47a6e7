// Written by `npm run client:types` from the service's OpenAPI document.

export type FeeParts = {
  /** What the service keeps, in the source token's smallest units. */
  readonly service: string;
  /** What it charges for the gas that the relayer fronts, in the same units; "0" where its own part covers the gas. */
  readonly gas: string;
  /** What the engine's fees and spread take, in the same units at the prices of now, rounded up; below zero where more arrives than par; left out where par is unknown. */
  readonly engine?: string;
};
