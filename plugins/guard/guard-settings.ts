import type { ChainRef, Address } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { ListedTokens } from '../rail-context.ts';

/** How long the host waits for a rail, and when it stops asking. */
export interface GuardSettings {
  readonly deadlineMs: Readonly<Record<RailStep, number>>;
  /** So many faults in a row and the rail rests. */
  readonly faultsToRest: number;
  /** After the rest one call is let through; its outcome decides. */
  readonly restMs: number;
}

export type RailStep = 'offers' | 'plan' | 'track' | 'recall' | 'health';

export const defaultGuardSettings: GuardSettings = {
  deadlineMs: { offers: 4_000, plan: 8_000, track: 8_000, recall: 8_000, health: 3_000 },
  faultsToRest: 5,
  restMs: 15_000,
};

/** What the guard knows of the deployment, to hold a plan's calls against. */
export interface GuardHost {
  readonly tokens: ListedTokens;
  readonly price: PricePort;
  /**
   * The relayer's own addresses, the same on every EVM chain: its accounts, and the contract that
   * runs their batches.
   */
  readonly own: readonly Address[];
  /**
   * The contracts that the rail's calls may go to, and its approvals be for, on a chain; null, or
   * left out, where any but ours may be.
   */
  readonly targets?: (chain: ChainRef) => readonly Address[] | null;
}
