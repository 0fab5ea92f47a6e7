// Written by `npm run client:types` from the service's OpenAPI document.

export type PlanCorridorsQuery = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly from: number | string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly to: number | string;
  /** The symbol of both sides. */
  readonly token: string;
  /** A whole number of hours from 6 to 720; 168 when left out. */
  readonly hours?: string;
};
