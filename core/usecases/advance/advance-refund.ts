import { asUnits, type Effect, evmAddress, pulledTo, refundStep, type Route, stages, type Units } from '@interline/domain';
import type { MinedReading } from '@interline/ports';
import { commitEffects, sendCommitted } from '../money/commit-effects.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { movedUnits } from '../money/moved-units.ts';
import { chargeRevert } from '../money/revert-budget.ts';
import { holdId } from '../money/route-reservations.ts';
import { settleDisplaced, settleMined } from '../money/settle-effect.ts';
import { awaitEffect } from './await-effect.ts';
import { failRoute } from './end-route.ts';
import { isServed } from './leave-gone-chain.ts';
import { proveNotPulled } from './prove-not-pulled.ts';
import { later, moved, type Turn } from './turn.ts';
import { waitUnproven } from './wait-unproven.ts';

/** Returns the whole credited amount to the payer; the service bears the gas. FAILED only once it is mined. */
export async function advanceRefund(ports: MoneyPorts, route: Route, patienceMs: number, signal: AbortSignal): Promise<Turn> {
  const effects = await ports.reader.effectsOf(route.id);
  const last = effects.findLast((one) => one.purpose === 'refund');
  if (last === undefined || last.state === 'displaced' || last.state === 'reverted') {
    return startRefund(ports, route, effects.filter((one) => one.purpose === 'pull'), signal);
  }

  const { effect: refund, verdict, sighting } = await awaitEffect(ports, last, { patienceMs }, signal);
  const mined = sighting?.mined ?? null;
  switch (verdict) {
    case 'pending':
      return later(ports.clock.now());
    case 'displaced':
      await ports.work.run('refund-displaced', (tx) => settleDisplaced(ports, tx, refund, sighting?.watched ?? []));
      return moved(route);
    case 'reverted':
      if (mined === null) return later(ports.clock.now());
      await ports.work.run('refund-reverted', async (tx) => {
        await settleMined(tx, refund, mined);
        const lost = { chain: refund.chain, client: route.client, gasCostWei: mined.gasCostWei };
        await chargeRevert(ports, tx, lost);
      });
      return hold(ports, route, 'the refund reverted on chain');
    case 'mined':
      return mined === null ? later(ports.clock.now()) : refunded(ports, route, refund, mined);
  }
}

/** Never before the pull is in the chain again that a reorg took, nor where it came to nothing there: the money would be somebody else's. */
async function startRefund(
  ports: MoneyPorts, route: Route, pulls: readonly Effect[], signal: AbortSignal,
): Promise<Turn> {
  if (pulls.some((one) => one.state === 'open')) return later(ports.clock.now() + ports.policy.retryAfterMs);
  // An earlier pull may be the one that brought the money, and a later one the one that reverted for it.
  if (pulls.length === 0 || pulls.some((one) => one.state === 'mined')) return commitRefund(ports, route, signal);
  if (await proveNotPulled(ports, route, pulls, signal) !== 'proven') return waitUnproven(ports, route);
  const reason = 'a reorg undid the pull, and it reverted the second time';
  const failed = await ports.work.run('pull-undone', (tx) => failRoute(
    ports, tx, route, { code: 'PULL_REVERTED', reason, stage: stages.notPulled }, { credited: null },
  ));
  return { kind: 'ended', route: failed };
}

async function commitRefund(ports: MoneyPorts, route: Route, signal: AbortSignal): Promise<Turn> {
  const { order } = route;
  const { chain } = order.from;
  if (!isServed(ports, chain)) return hold(ports, route, `${chain} is not served any more`);
  const prepared = await ports.custody.prepare({
    kind: 'payout', purpose: 'refund', chain: order.from.chain, token: order.from.address, role: pulledTo(route.plan), to: evmAddress(order.payer), units: owedUnits(route),
  }, signal);
  if (!prepared.ok) return hold(ports, route, prepared.reason);
  const committed = await ports.work.run('commit-refund', async (tx) => ({
    effects: await commitEffects(ports, tx, route.id, refundStep, prepared.value),
    route: await tx.moveRoute(route, { stage: stages.refunding }, ports.clock.now()),
  }));
  await sendCommitted(ports, committed.effects, signal);
  return moved(committed.route);
}

function owedUnits({ owed, credited }: Route): Units {
  return owed ?? asUnits(credited ?? 0n);
}

async function refunded(ports: MoneyPorts, route: Route, refund: Effect, mined: MinedReading): Promise<Turn> {
  const { expects } = refund;
  if (expects === null || movedUnits(mined, expects) < expects.units) return hold(ports, route, 'the refund was mined but did not move the whole amount');
  const reason = route.failure?.reason ?? 'the transfer could not be completed';
  const failed = await ports.work.run('settle-refund', async (tx) => {
    await settleMined(tx, refund, mined);
    const held = (await tx.reservationsOf(route.id)).find((one) => one.id === holdId(route.id));
    if (held !== undefined) await tx.settleReservation(held.id, mined.block);
    return failRoute(ports, tx, route, { code: 'REFUNDED', reason, stage: stages.refunded }, { refundTx: mined.hash });
  });
  return { kind: 'ended', route: failed };
}

/** It cannot be delivered now: booked as a liability, tried again, and released by an operator. */
async function hold(ports: MoneyPorts, route: Route, reason: string): Promise<Turn> {
  const { order } = route;
  const nowMs = ports.clock.now();
  const account = ports.custody.account(pulledTo(route.plan));
  await ports.work.run('hold-refund', async (tx) => {
    await tx.putLiability({
      routeId: route.id, book: { chain: order.from.chain, account, token: order.from.address },
      to: evmAddress(order.payer), units: owedUnits(route), reason, sinceMs: nowMs,
    });
    // Each time, since it is this that fails where another worker has refunded it meanwhile.
    await tx.moveRoute(route, { stage: stages.refundHeld }, nowMs);
  });
  ports.log.error('refund-held', { routeId: route.id, reason });
  return later(nowMs + ports.policy.refundRetryMs);
}
