// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorTransactionsBumpBody = {
  /** The id of an open transaction, as "account show" lists them. */
  readonly transaction: string;
  /** The highest fee rate it may offer: a whole number as text, in the coin's smallest unit per gas, on Bitcoin per vbyte, on Stellar per operation; the chain's cap when left out. */
  readonly feeRateCap?: string;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
