import { asUnits } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';
import { type Advance, later } from '../settle/advance.ts';
import { failRoute } from '../settle/end-route.ts';
import { depositOf } from './advance-deposit.ts';
import type { Deposit } from './deposit.ts';
import { awaitedRefunds, heldReasonOfDeposit } from './deposit-refunds.ts';
import { lookAtDeposit } from './look-at-deposit.ts';
import { sendRefunds } from './send-refunds.ts';
import { givenFor, sumOf } from './worth-of.ts';

/**
 * Refunds everything that arrived. The route fails once every refund is mined, except those worth
 * less than their cost. An unconfirmed output delays this only while nothing has been refunded.
 */
export async function advanceDepositRefund(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Advance> {
  const closed = await closedDeposit(ports, route);
  const deposit = await sendRefunds(
    ports,
    route,
    await lookAtDeposit(ports, route, closed, signal),
    signal,
  );
  const awaited = awaitedRefunds(deposit);
  const wentBack = awaited.some(({ state }) => state === 'done');
  const there = deposit.outputs.filter(({ isGone, block }) =>
    wentBack ? block !== null : !isGone,
  );
  const owing = awaited.filter(({ state }) => state !== 'done');
  if (owing.length === 0 && sumOf(there) <= givenFor(deposit)) return end(ports, route, deposit);
  const nowMs = ports.clock.now();
  const isHeld = owing.some(({ state }) => state === 'held');
  const stage = isHeld ? stages.refundHeld : stages.refunding;
  const owed = sumOf(owing);
  const held = heldReasonOfDeposit(route, deposit);
  const failure = route.failure === null || !isHeld ? route.failure : { ...route.failure, held };
  if (route.stage !== stage || route.owed !== owed || route.failure?.held !== failure?.held)
    await ports.store.run('deposit-refunding', (tx) =>
      tx.transfers.moveRoute(route, { stage, owed, failure }, nowMs),
    );
  return later(nowMs + (isHeld ? ports.policy.refundRetryMs : ports.policy.retryAfterMs));
}

/** A payout that was given up closes the deposit here. */
async function closedDeposit(ports: TransferPorts, route: Route): Promise<Deposit> {
  const deposit = await depositOf(ports, route);
  if (deposit.state === 'refused') return deposit;
  return ports.store.run('deposit-refused', (tx) =>
    tx.transfers.moveDeposit(deposit, { state: 'refused' }),
  );
}

async function end(ports: TransferPorts, route: Route, deposit: Deposit): Promise<Advance> {
  const done = deposit.refunds.filter(({ state }) => state === 'done');
  const owed = asUnits(done.reduce((sum, { units, fee }) => sum + units - (fee ?? 0n), 0n));
  const reason = route.failure?.reason ?? 'the deposit could not be delivered';
  const failed = await ports.store.run('deposit-refund-over', (tx) =>
    failRoute(
      ports,
      tx,
      route,
      done.length > 0
        ? { code: 'REFUNDED', reason, stage: stages.refunded }
        : { code: 'DEPOSIT_EXPIRED', reason, stage: stages.depositExpired },
      done.length > 0 ? { owed, refundTx: done.at(-1)?.tx ?? null } : {},
    ),
  );
  return { kind: 'ended', route: failed };
}
