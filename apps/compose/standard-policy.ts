import { asUnits, type FinalityTable } from '@interline/domain';
import type { MoneyPolicy } from '@interline/usecases';

/** The money path's times and bounds; a deployment changes the finality table and the budgets. */
export function standardPolicy(finality: FinalityTable, bounds: { readonly revertWei: bigint; readonly clientRevertWei: bigint; readonly maxOpenPullsUsd: number }): MoneyPolicy {
  return {
    finality,
    rebroadcastAfterMs: 3_000,
    bumpAfterMs: 15_000,
    maxBumps: 6,
    displacedAfterMs: 30_000,
    patienceMs: 30_000,
    retryAfterMs: 1_000,
    refundRetryMs: 10_000,
    overdueAfterMs: 3_600_000,
    maxAttempts: 3,
    revertBudgetWei: asUnits(bounds.revertWei),
    clientRevertBudgetWei: asUnits(bounds.clientRevertWei),
    maxOpenPullsUsd: bounds.maxOpenPullsUsd,
  };
}
