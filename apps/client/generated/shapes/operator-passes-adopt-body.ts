// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorPassesAdoptBody = {
  /** The id of the invoice, as its payer has it. */
  readonly id: string;
  /** What was paid at its address. */
  readonly asset: 'eth-4663' | 'eth-1' | 'eth-42161' | 'eth-8453' | 'usdc-8453' | 'usdc-42161';
  readonly bundle: 'starter' | 'bundle' | 'bulk';
  /** 1 where left out. */
  readonly bundles?: number;
  /** Passes that were claimed of it before; none where left out. */
  readonly issued?: number;
  /** Its price in smallest units; left out for dollars. */
  readonly amount?: string;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
