import type { ChainRef, Units } from '@interline/kernel';
import type { PayoutSettings } from '../payout-side/payout-settings.ts';
import type { RailContext } from '../rail-context.ts';

/** A chain whose payers sign nothing for us: they pay to an address created for the route. */
export interface DepositChain {
  readonly rail: string;
  readonly chain: ChainRef;
  /** Typical time of one confirmation of a deposit. */
  readonly confirmationSec: number;
  /** The later cost of spending a deposit, in the chain's own unit of inclusion. */
  readonly spendGas: bigint;
  /** The chain's cost of a refund, and the smallest amount that can be refunded. */
  readonly sendBack: { readonly gas: bigint; readonly least: Units };
}

/** What is fixed for the lifetime of a side. */
export interface DepositSetup {
  readonly context: RailContext;
  readonly settings: PayoutSettings;
  readonly on: DepositChain;
}
