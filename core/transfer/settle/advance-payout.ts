import {
  asUnits,
  carrierOf,
  type Transaction,
  type ExpectedTransfer,
  noUnits,
  finalityOf,
  isNative,
} from '@interline/kernel';
import type { MinedReading, Prepared } from '@interline/ports';
import {
  awaitTransaction,
  type Booked,
  chargeBurnt,
  chargeRevert,
  type MinedTransaction,
  movedUnits,
  settleEnd,
  settleMined,
  settleReverted,
} from '../../transactions/index.ts';
import { servedFromFloat } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import { assertRoomForPayout, nextPayoutOf } from '../budgets/check-payout-budgets.ts';
import { judgePayout } from '../judge-payout.ts';
import { type PayoutStep, preparePayout } from '../prepare-step.ts';
import type { TransferUnit } from '../repository.ts';
import { type Route, type RouteChange, stages } from '../route.ts';
import { bookedFor, bookedRoute } from './booked-route.ts';
import { finishRoute } from './end-route.ts';
import { giveBack, leaveRail } from './leave-rail.ts';
import { payoutReservationId } from '../float/route-reservations.ts';
import { withheldReason } from '../float/while-books-agree.ts';
import { type Advance, later, moved, type WhyLeft } from './advance.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { commitPaying, withoutRoom } from './commit-step.ts';
import { outcomeOf, waitForReopened } from './outcomes-of.ts';

/**
 * Pays the recipient from the float once, and completes only when the arrival was seen. A payout
 * that was mined and moved nothing is never repeated: once no reorg can change that, the payer gets
 * a full refund.
 */
export async function advancePayout(
  ports: TransferPorts,
  route: Route,
  step: PayoutStep,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  const transactions = await ports.store.reads.transactions.transactionsOf(route.id);
  const attempts = transactions.filter(
    (one) => one.step === route.cursor && one.purpose === 'payout',
  );
  const last = deciding(attempts);
  if (last === undefined || outcomeOf(last) === 'void') {
    return attempts.length > ports.policy.maxAttempts || isRefusedCoin(step, attempts)
      ? leaveRail(
          ports,
          route,
          { code: 'SIMULATION_FAILED', reason: 'the payout failed too often' },
          signal,
        )
      : ((await waitForReopened(ports, route, step, transactions)) ??
          commitPayout(ports, route, step, signal));
  }
  if (last.state === 'mined') return lookAgain(ports, route, last);
  if (last.state === 'filled') return later(ports.clock.now() + ports.policy.retryAfterMs);
  const awaited = await awaitTransaction(ports, last, { patienceMs }, signal);
  return settleEnd<Advance>(ports, awaited, {
    displacedUnit: 'payout-displaced',
    pending: () => later(ports.clock.now()),
    displaced: () => moved(route),
    async reverted(seen) {
      await ports.store.run('payout-reverted', (tx) =>
        settleReverted(ports, tx, seen, {
          client: route.client,
          payer: route.order.payer,
          kind: 'payout-revert',
          engine: route.rail,
        }),
      );
      return moved(route);
    },
    async filled(seen) {
      await ports.store.run('payout-filled', (tx) =>
        settleMined(tx, seen, bookedFor(ports, route)),
      );
      return moved(route);
    },
    mined: (seen) => deliver(ports, route, seen, depthOf(seen)),
  });
}

/**
 * A coin transfer runs the recipient's code, which can accept it in every simulation and burn all
 * gas in every block. So it is attempted only once.
 */
function isRefusedCoin({ token }: PayoutStep, attempts: readonly Transaction[]): boolean {
  return isNative(token) && attempts.some((one) => one.state === 'reverted');
}

/**
 * The attempt that decides: first one that may still pay, even an earlier one that had reverted;
 * then one that paid, before one whose slot was only filled.
 */
function deciding(attempts: readonly Transaction[]): Transaction | undefined {
  return (
    attempts.findLast((one) => one.state === 'open') ??
    attempts.findLast((one) => outcomeOf(one) === 'done') ??
    attempts.findLast((one) => outcomeOf(one) === 'unknown') ??
    attempts.at(-1)
  );
}

/**
 * It moved nothing in the block it was seen in. A reorg may have put it into a block where it does.
 */
async function lookAgain(
  ports: TransferPorts,
  route: Route,
  payout: Transaction,
): Promise<Advance> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(payout),
  ]);
  const { rebroadcastAfterMs, retryAfterMs } = ports.policy;
  const sighting = await ports.watch.until(
    payout,
    signedTransactions,
    (one) => one.mined !== null,
    rebroadcastAfterMs,
  );
  const mined = sighting?.mined ?? null;
  // It is gone from the chain, or has reverted by now; the sweep opens it again.
  if (sighting === null || mined?.isSuccess !== true)
    return later(ports.clock.now() + retryAfterMs);
  const seen = { transaction: payout, sighting, mined, end: 'mined' } as const;
  return deliver(ports, route, seen, depthOf(seen));
}

async function commitPayout(
  ports: TransferPorts,
  route: Route,
  step: PayoutStep,
  signal: AbortSignal,
): Promise<Advance> {
  await assertNotPaused(ports.store.reads, route);
  const lost = await lostPar(ports, route, step, signal);
  if (lost !== null) return lost;
  const prepared = await preparePayout(ports, step, route.order, signal, { confirmsRefusal: true });
  if (!prepared.ok) return leaveRail(ports, route, prepared, signal);
  const paying = { token: step.token, role: 'float', units: step.units } as const;
  const excessCost = uncharged(route, step, prepared.value);
  const commit = {
    unit: 'commit-payout',
    step: route.cursor,
    prepared: prepared.value,
    change: { stage: stages.sending, ...charging(route, excessCost) },
    withinBudgets: (tx: TransferUnit) =>
      holdToBudgets(ports, tx, route, step, { prepared: prepared.value, excessCost }),
  };
  const leave = (why: WhyLeft) => leaveRail(ports, route, why, signal);
  try {
    const committed = await commitPaying(ports, route, paying, commit, signal);
    return committed ?? (await leave({ code: 'BOOKS_DEFICIT', reason: withheldReason(paying) }));
  } catch (error) {
    return withoutRoom(ports, route, error, leave);
  }
}

/**
 * Must run in the unit that commits it. Since the route was accepted, the recipient may have
 * deployed code or made it more expensive. The simulated gas beyond an ordinary payout,
 * `excessCost`, is charged before the payout is sent. Throws `BUDGET_SPENT`.
 */
async function holdToBudgets(
  ports: TransferPorts,
  tx: TransferUnit,
  { client, order: { payer }, mode }: Route,
  { token: { chain } }: PayoutStep,
  { prepared, excessCost }: { readonly prepared: readonly Prepared[]; readonly excessCost: bigint },
): Promise<void> {
  const next = nextPayoutOf(prepared);
  if (mode === 'self' || next === null) return;
  const of = { chain, client, payer };
  await assertRoomForPayout(ports, tx, of, next);
  if (excessCost > 0n)
    await chargeRevert(ports, tx, { ...of, gasCost: excessCost, kind: 'payout-revert' });
}

/**
 * The simulated cost beyond an ordinary payout and beyond the charges of the route's earlier
 * attempts. A payout that was left out of its multicall is prepared again, and the recipient may
 * have deployed code by then.
 */
function uncharged(
  { mode }: Route,
  { charged = noUnits }: PayoutStep,
  prepared: readonly Prepared[],
): bigint {
  if (mode === 'self' || nextPayoutOf(prepared) === null) return 0n;
  const shown = prepared.reduce((sum, { excessCost = 0n }) => sum + excessCost, 0n);
  return shown > charged ? shown - charged : 0n;
}

/** The route change that records the attempt's charge. */
function charging({ plan, cursor }: Route, excessCost: bigint): Pick<RouteChange, 'plan'> {
  if (excessCost === 0n) return {};
  const steps = plan.steps.map((step, index) =>
    step.kind === 'payout' && index === cursor
      ? { ...step, charged: asUnits((step.charged ?? 0n) + excessCost) }
      : step,
  );
  return { plan: { ...plan, steps } };
}

/** How long a payout waits for a price before the payer is refunded in full. */
const priceWithinMs = 60_000;

/**
 * The pulled tokens may have lost value since. Nothing has left yet, so the payer gets back exactly
 * what came. If only the paid-out token fell, the agreed amount is paid. Null if the payout may
 * continue.
 */
async function lostPar(
  ports: TransferPorts,
  route: Route,
  step: PayoutStep,
  signal: AbortSignal,
): Promise<Advance | null> {
  // A deposit's price was locked when it was seen, and later prices do not matter.
  if (route.credited === null || route.mode === 'deposit') return null;
  const { from } = route.order;
  const worth = await judgePayout(
    ports,
    { from, units: route.credited, to: step.token, paidUnits: step.units },
    signal,
  );
  if (worth.kind === 'fair') return null;
  const nowMs = ports.clock.now();
  if (worth.kind === 'unknown' && nowMs - route.updatedAtMs < priceWithinMs)
    return later(nowMs + ports.policy.retryAfterMs);
  return leaveRail(ports, route, { code: 'NO_ROUTE', reason: worth.reason }, signal);
}

/** Number of blocks on top of the transaction's block. */
function depthOf({ sighting, mined }: MinedTransaction): number {
  return sighting.block - mined.block;
}

async function deliver(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
  depth: number,
): Promise<Advance> {
  const { transaction: payout, mined } = seen;
  const { expects } = payout;
  const row = finalityOf(ports.policy.finality, payout.chain);
  if (expects !== null && bringsNothing(mined, expects)) {
    return undelivered(ports, route, seen, depth >= row.finalDepth);
  }
  const isFresh = depth + 1 < row.confirmations;
  const delivered = movedUnits(mined, expects);
  const isWhole = expects !== null && delivered >= expects.units;
  const next = await ports.store.run('settle-payout', async (tx) => {
    await settleMined(tx, seen, {
      ...bookedFor(ports, route, paidOut(route, isWhole)),
      reservationId: payoutReservationId(route.id),
    });
    const { client, order } = route;
    await chargeBurnt(ports, tx, seen, { client, payer: order.payer, kind: 'payout-revert' });
    if (isWhole)
      return finishRoute(ports, tx, route, {
        srcTx: route.srcTx,
        destTx: mined.hash,
        delivered,
        isFresh,
      });
    return tx.transfers.moveRoute(
      route,
      { stage: stages.verifying, destTx: mined.hash, cursor: route.plan.steps.length },
      ports.clock.now(),
    );
  });
  if (!isWhole) ports.log.error('payout-short', { routeId: route.id, chain: payout.chain });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

/**
 * A complete payout ends the debt to the payer. A short one is a loss until an operator has settled
 * it. In self mode it is the operator's own money.
 */
function paidOut(route: Route, isWhole: boolean): Pick<Booked, 'against' | 'closing'> {
  if (!isWhole) return { against: 'losses' };
  if (route.credited === null) return { against: 'capital' };
  return { closing: servedFromFloat(bookedRoute(route)) };
}

/** Whether the recipient got none of the token in it, from any sender. */
function bringsNothing({ transfers }: MinedReading, { token, to }: ExpectedTransfer): boolean {
  return !transfers.some((one) => one.token === token && one.to === to && one.units > 0n);
}

/**
 * The float still has the money, so it stays reserved until the payer's refund replaces the
 * reservation.
 */
async function undelivered(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
  isFinal: boolean,
): Promise<Advance> {
  const { state, chain } = seen.transaction;
  if (state === 'open') {
    ports.log.error('payout-empty', { routeId: route.id, chain });
    return moved(
      await ports.store.run('payout-empty', async (tx) => {
        await settleMined(tx, seen, bookedFor(ports, route, { against: 'losses' }));
        return tx.transfers.moveRoute(route, { stage: stages.verifying }, ports.clock.now());
      }),
    );
  }
  return isFinal
    ? giveBack(ports, route, {
        code: 'SIMULATION_FAILED',
        reason: 'the payout was mined and moved nothing',
      })
    : later(ports.clock.now() + ports.policy.retryAfterMs);
}
