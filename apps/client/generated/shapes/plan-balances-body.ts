// Written by `npm run client:types` from the service's OpenAPI document.

export type PlanBalancesBody = {
  /** An EVM account. */
  readonly account: string;
  /** 1 to 32 EVM chain ids. */
  readonly chains: readonly (number | string)[];
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
};
