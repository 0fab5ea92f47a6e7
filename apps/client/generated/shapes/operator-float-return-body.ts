// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorFloatReturnBody = {
  /** The id of an unmatched pull, as the desk lists it. */
  readonly id: string;
  /** Your word that the recipient got nothing for it. */
  readonly undelivered?: boolean;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
