// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorRoutesEngineDebtBody = {
  readonly id: string;
  /** Returned: it came back and is unclaimed on an account of ours, from which it is taken; lost: it is booked as a loss. */
  readonly as: 'returned' | 'lost';
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
