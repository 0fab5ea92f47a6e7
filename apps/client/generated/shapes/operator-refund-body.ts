// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorRefundBody = {
  readonly id: string;
  /** An address on the source chain, as that chain writes it, instead of the payer's. */
  readonly to?: string;
  /** Your word that the recipient got nothing and nothing will come. */
  readonly undelivered?: boolean;
  /** With undelivered: also where the engine does not say that the transfer failed, or cannot be asked. */
  readonly despiteEngine?: boolean;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
