// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorRoutesSettleBody = {
  readonly id: string;
  /** 64 hex digits, after 0x on an EVM chain: a transaction on the destination chain. */
  readonly evidence?: string;
  /** Your word that it was delivered, where no chain shows it. */
  readonly unseen?: boolean;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
