import { callOf, type CallStep, type Transaction } from '@interline/kernel';
import { tookIn } from '../../books/index.ts';
import { refundReservationId } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { type Advance, later, moved, waitHeld } from './advance.ts';
import { holdRefund } from './hold-refund.ts';
import { isServed } from './leave-gone-chain.ts';
import { outcomeOf } from './outcomes-of.ts';
import { awaitApproval, revokeApproval, type SentCall, takenUntil } from './revoke-approval.ts';

/**
 * A refunding route may have made a call that took less than its approval. Its engine could take
 * the rest later, after the payer has the money back, so the rest is revoked first. The engine gets
 * some time before that, because some take the approved amount in a separate transaction. Null once
 * the refund may continue.
 */
export async function revokeBeforeRefund(
  ports: TransferPorts,
  route: Route,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<Advance | null> {
  for (const [index, step] of route.plan.steps.entries()) {
    const call = callOf(step);
    if (call?.approve === undefined || !isServed(ports, call.chain)) continue;
    const ofStep = transactions.filter((one) => one.step === index && one.state !== 'displaced');
    const open = ofStep.find(({ purpose, state }) => purpose === 'approve' && state === 'open');
    if (open !== undefined) return awaitApproval(ports, route, open, signal);
    const waits = await revokeOne(ports, route, { index, call, transactions: ofStep }, signal);
    if (waits !== null) return waits;
  }
  return null;
}

async function revokeOne(
  ports: TransferPorts,
  route: Route,
  sent: SentCall,
  signal: AbortSignal,
): Promise<Advance | null> {
  const called = sent.transactions.find(
    (one) => one.purpose === 'call' && outcomeOf(one) === 'done',
  );
  const took = called === undefined ? 0n : await tookBy(ports, called, sent.call);
  if (took !== null && took >= (sent.call.approve?.units ?? 0n)) return null;

  const revocation = await revokeApproval(ports, route, sent, signal);
  switch (revocation.kind) {
    case 'none':
      return null;
    case 'under-way':
      return revocation.advance;
    case 'impossible':
      return holdRefund(
        ports,
        route,
        'operator',
        `the approval of ${sent.call.approve?.spender ?? 'its engine'} cannot be revoked, and it could take what others have in transit`,
      );
    case 'revoked':
      break;
  }
  // The engine returned what it took with a mined call, or the float covers it.
  if (called !== undefined && route.refundFrom !== 'float') return null;
  const taken = await takenUntil(ports, sent.call, revocation, signal);
  if (taken === null) return later(ports.clock.now() + ports.policy.retryAfterMs);
  if (called === undefined && taken.units > 0n)
    return holdRefund(
      ports,
      route,
      'operator',
      `${taken.units} of it were taken through the approval of a call that reverted`,
    );
  if (taken.units > 0n || took !== 0n) return null;
  if (!taken.isHeld) return waitHeld(ports, route);
  return route.refundFrom === 'float' ? refundFromSpender(ports, route) : null;
}

/** Null if its multicall does not show it. */
async function tookBy(
  { store }: Pick<TransferPorts, 'store'>,
  called: Transaction,
  { approve }: CallStep,
): Promise<bigint | null> {
  if (called.multicall !== null || approve === undefined) return null;
  const { id, owner, account } = called;
  const posted = await store.reads.books.entriesOfTransaction(owner.id, id);
  return tookIn(posted, { token: approve.token, account });
}

/** The engine took nothing and can take nothing any more, so the payer's own money is refunded. */
async function refundFromSpender(ports: TransferPorts, route: Route): Promise<Advance> {
  const next = await ports.store.run('refund-from-spender', async (tx) => {
    await tx.transactions.releaseReservation(refundReservationId(route.id));
    return tx.transfers.moveRoute(route, { refundFrom: null }, ports.clock.now());
  });
  return moved(next);
}
