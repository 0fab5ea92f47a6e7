import type { Deposit, DepositRefundState } from './deposit/deposit.ts';
import { sumOf } from './deposit/worth-of.ts';
import { type Route, stages } from './route.ts';
import { owedUnits } from './settle/refund-terms.ts';

/** How far what goes back to the payer is. */
export interface RefundProgress {
  readonly state: DepositRefundState;
  /** All that goes back or came back, in the source token's smallest units. */
  readonly units: bigint;
  /** Null until it is sent; where several transactions gave it back, the last of them. */
  readonly tx: string | null;
  /** When it came to that state; null where that is not kept. */
  readonly sinceMs: number | null;
}

/** What the store has of a refund under way, beside its route. */
export interface RefundSteps {
  /** When it was first held. */
  readonly heldSinceMs?: number | null;
  /** The transaction that carries it. */
  readonly sent?: { readonly tx: string; readonly atMs: number } | null;
}

/** Null where nothing goes back, or nothing is known to. */
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

/** As far as the part of it is that is the least far. */
const leastFar = ['held', 'due', 'sent', 'done'] as const;

function refundOfDeposit({ refunds }: Deposit): RefundProgress | null {
  const state = leastFar.find((one) => refunds.some((refund) => refund.state === one));
  const tx = refunds.findLast((refund) => refund.tx !== null)?.tx ?? null;
  return state === undefined ? null : { state, units: sumOf(refunds), tx, sinceMs: null };
}

/**
 * All that came back to the payer: what an upstream gave straight back, and our own refund once it
 * is mined.
 */
export function refundedUnits({ givenBack, owed, credited, refundTx }: Route): bigint {
  return (givenBack?.units ?? 0n) + (refundTx === null ? 0n : (owed ?? credited ?? 0n));
}
