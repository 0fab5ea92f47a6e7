// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorTransactionsBumpBody = {
  /** The id of an open transaction, as "account show" lists them. */
  readonly transaction: string;
  /** The most it may offer, wei per gas, a whole number as text; the chain's cap when left out. */
  readonly feeRateCap?: string;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
