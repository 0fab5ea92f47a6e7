import type { ChainRef, Address } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { ListedTokens } from '../rail-context.ts';

/** How long the host waits for a rail, and when it stops calling it. */
export interface GuardSettings {
  readonly deadlineMs: Readonly<Record<RailStep, number>>;
  /** The rail rests after this many consecutive faults. */
  readonly faultsToRest: number;
  /** After this time one trial call is let through; its outcome decides. */
  readonly restMs: number;
}

export type RailStep = 'offers' | 'plan' | 'track' | 'recall' | 'health';

export const defaultGuardSettings: GuardSettings = {
  deadlineMs: { offers: 4_000, plan: 8_000, track: 8_000, recall: 8_000, health: 3_000 },
  faultsToRest: 5,
  restMs: 15_000,
};

/** What the guard knows of the deployment, to check a plan's calls. */
export interface GuardHost {
  readonly tokens: ListedTokens;
  readonly price: PricePort;
  /**
   * The relayer's own addresses, the same on every EVM chain: its accounts, and the contract that
   * runs their batches.
   */
  readonly own: readonly Address[];
  /**
   * The contracts that the rail's calls and approvals may use on a chain; null, or left out, if
   * every contract except ours is allowed.
   */
  readonly targets?: (chain: ChainRef) => readonly Address[] | null;
}
