// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorTransactionsReplaceBody = {
  /** The id of an open transaction, as "account show" lists them. */
  readonly transaction: string;
  /** Also a pull whose permit is still good. */
  readonly force?: boolean;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
