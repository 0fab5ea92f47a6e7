import type { ChainRef, FinalityTable, Units } from '@interline/kernel';

/** The operator's choices for the money path; all times in milliseconds. */
export interface Policy {
  readonly finality: FinalityTable;
  /** Identical bytes are sent again after this long without a receipt. */
  readonly rebroadcastAfterMs: number;
  /** A higher fee is committed after this long without a receipt. */
  readonly bumpAfterMs: number;
  readonly maxBumps: number;
  /**
   * A slot must look taken this long without a receipt of ours before its consumer is searched for:
   * nothing of ours counts as displaced sooner.
   */
  readonly displacedAfterMs: number;
  /** How long one turn of a job waits for a chain before it gives its place to another. */
  readonly patienceMs: number;
  /** Pause before an unreachable chain or a held refund is tried again. */
  readonly retryAfterMs: number;
  readonly refundRetryMs: number;
  /**
   * A rail's transfer that is older is shown as overdue and asked for more seldom; it is never
   * given up.
   */
  readonly overdueAfterMs: number;
  /** How often the same step is sent again after a proven revert or a displaced nonce. */
  readonly maxAttempts: number;
  /**
   * Most gas, in wei of ether, that reverted pulls may cost a chain in a day, and one client on one
   * chain.
   */
  readonly revertBudgetWei: Units;
  readonly clientRevertBudgetWei: Units;
  /**
   * About how many of a chain's coins an ether is worth, so that a budget is worth the same
   * everywhere; one where it is left out.
   */
  readonly coinsPerEther?: ReadonlyMap<ChainRef, bigint>;
  /**
   * Most value, in whole dollars, of accepted pulls that are not mined yet, by chain: what a stolen
   * relayer key could redirect at one time.
   */
  readonly maxOpenPullsUsd: number;
}

/** Days of budgets are UTC. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
