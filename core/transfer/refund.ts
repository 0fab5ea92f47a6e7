import type { Deposit, DepositRefundState } from './deposit/deposit.ts';
import { sumOf } from './deposit/worth-of.ts';
import { type Route, stages } from './route.ts';
import { owedUnits } from './settle/refund-terms.ts';

/** The state of the refund to the payer. */
export interface RefundProgress {
  readonly state: DepositRefundState;
  /** Everything that is or was refunded, in the source token's smallest units. */
  readonly units: bigint;
  /** Null until it is sent; the last one if several transactions refunded it. */
  readonly tx: string | null;
  /** Time of that state; null if it is not stored. */
  readonly sinceMs: number | null;
}

/** Stored facts about a pending refund besides its route. */
export interface RefundSteps {
  /** When it was first held. */
  readonly heldSinceMs?: number | null;
  /** The transaction that carries it. */
  readonly sent?: { readonly tx: string; readonly atMs: number } | null;
}

/** Null if nothing is refunded, or no refund is known. */
export function refundOf(
  route: Route,
  deposit: Deposit | null,
  { heldSinceMs = null, sent = null }: RefundSteps,
): RefundProgress | null {
  if (deposit !== null) return refundOfDeposit(deposit);
  if (route.phase !== 'refunding') {
    const units = refundedUnits(route);
    const tx = route.refundTx ?? route.givenBack?.tx ?? null;
    return route.status === 'FAILED' && units > 0n
      ? { state: 'done', units, tx, sinceMs: route.updatedAtMs }
      : null;
  }
  const units = (route.givenBack?.units ?? 0n) + owedUnits(route);
  if (route.stage === stages.refundHeld)
    return { state: 'held', units, tx: null, sinceMs: heldSinceMs };
  return sent === null
    ? { state: 'due', units, tx: null, sinceMs: route.updatedAtMs }
    : { state: 'sent', units, tx: sent.tx, sinceMs: sent.atMs };
}

/** The state of its least advanced part. */
const leastFar = ['held', 'due', 'sent', 'done'] as const;

function refundOfDeposit({ refunds }: Deposit): RefundProgress | null {
  const state = leastFar.find((one) => refunds.some((refund) => refund.state === one));
  const tx = refunds.findLast((refund) => refund.tx !== null)?.tx ?? null;
  return state === undefined ? null : { state, units: sumOf(refunds), tx, sinceMs: null };
}

/**
 * Everything that returned to the payer: an upstream's direct refund, and our own once it is mined.
 */
export function refundedUnits({ givenBack, owed, credited, refundTx }: Route): bigint {
  return (givenBack?.units ?? 0n) + (refundTx === null ? 0n : (owed ?? credited ?? 0n));
}
