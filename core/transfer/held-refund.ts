import type { ErrorCode } from '@interline/kernel';
import { isUnsent, type Deposit } from './deposit/deposit.ts';
import { awaitedRefunds, heldReasonOfDeposit } from './deposit/deposit-refunds.ts';
import { sumOf } from './deposit/worth-of.ts';
import { type HeldReason, type Route, stages } from './route.ts';

interface HeldWords {
  readonly error: string;
  readonly suggestedAction: string;
}

const asOperator = "tell the service's operator this id";

/** The only place for texts about held refunds that callers read. */
const words: Readonly<Record<HeldReason, HeldWords>> = {
  refused: {
    error: 'The refund cannot be delivered: the token refuses its transfer to the payer.',
    suggestedAction: `Where the token blocks the payer's address, have that lifted: the refund is tried again by itself. Else ${asOperator}, who can send it to another address.`,
  },
  'not-now': {
    error: 'The refund cannot be sent at the moment.',
    suggestedAction: `Nothing to do: it is tried again by itself. Where it lasts, ${asOperator}.`,
  },
  'no-address': {
    error: 'The refund waits for an address: none was named for the deposit.',
    suggestedAction: `Name one with POST /api/route/refund-address and the refundClaim that came with the deposit's address. Where that is lost, ${asOperator}.`,
  },
  operator: {
    error: 'The refund waits for an operator of the service, who must look at it first.',
    suggestedAction: `Nothing to do but wait: the money is owed to the payer, and the operator is alerted. Where it lasts, ${asOperator}.`,
  },
};

/** Keyed by the code of why nothing was sent. */
export function heldReasonOf(code: ErrorCode): HeldReason {
  return code === 'SIMULATION_FAILED' ? 'refused' : 'not-now';
}

export interface HeldRefund extends HeldWords {
  readonly reason: HeldReason;
  /** What the payer is owed, in the source token's smallest units. */
  readonly owed: bigint;
}

/** Null unless the route's refund is held. */
export function heldRefundOf({
  stage,
  failure,
  owed,
  credited,
}: Pick<Route, 'stage' | 'failure' | 'owed' | 'credited'>): HeldRefund | null {
  if (stage !== stages.refundHeld) return null;
  const reason = failure?.held ?? 'operator';
  return { reason, ...words[reason], owed: owed ?? credited ?? 0n };
}

/**
 * The waiting refunds of a deposit, in any state of its route: what arrived too late, or beside the
 * delivered amount, is refunded after the route's end. Null if there are none.
 */
export function heldDepositRefundOf(
  route: Pick<Route, 'refundTo'>,
  deposit: Pick<Deposit, 'refundAddress' | 'state' | 'credited' | 'refunds'>,
): HeldRefund | null {
  const unsent = awaitedRefunds(deposit).filter(isUnsent);
  const reason = heldReasonOfDeposit(route, deposit);
  const isHeld = unsent.some(({ state }) => state === 'held' || reason === 'no-address');
  return isHeld ? { reason, ...words[reason], owed: sumOf(unsent) } : null;
}
