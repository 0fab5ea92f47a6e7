import type { ChainRef, Units } from '@interline/kernel';
import type { PayoutSettings } from '../payout-side/payout-settings.ts';
import type { RailContext } from '../rail-context.ts';

/** A chain whose payers sign nothing for us: they pay to an address of the route's own. */
export interface DepositChain {
  readonly rail: string;
  readonly chain: ChainRef;
  /** What a confirmation of a deposit takes, as a rule. */
  readonly confirmationSec: number;
  /** What a deposit costs to be spent later, in the chain's own unit of inclusion. */
  readonly spendGas: bigint;
  /** What sending one back takes of the chain, and the least that can be sent. */
  readonly sendBack: { readonly gas: bigint; readonly least: Units };
}

/** What is fixed for the lifetime of a side. */
export interface DepositSetup {
  readonly context: RailContext;
  readonly settings: PayoutSettings;
  readonly on: DepositChain;
}
