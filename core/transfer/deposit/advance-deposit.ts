import { errorEntry, type Units } from '@interline/kernel';
import { depositTerms } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';
import { holdId, releasePayout } from '../float/route-reservations.ts';
import { type Advance, later, moved } from '../settle/advance.ts';
import { failRoute } from '../settle/end-route.ts';
import { outcomeOf } from '../settle/outcomes-of.ts';
import { hasReserved, reserveOutput } from './reserve-output.ts';
import { currentTerms, holdsWithin } from './current-terms.ts';
import {
  type Deposit,
  expectedUntilMs,
  isForRefund,
  isForRoute,
  type SeenOutput,
} from './deposit.ts';
import { unreserveRefund } from './deposit-refunds.ts';
import { creditDeposit } from './credit-deposit.ts';
import { holdUnused, lookAtDeposit } from './look-at-deposit.ts';
import { refuseDeposit } from './refuse-deposit.ts';
import { deepEnough, ripeOutputs } from './ripe-outputs.ts';
import { outputFor, planServing } from './plan-serving.ts';
import { type DepositWorth, countedOf, partCostOf, shortfallOf, worthOf } from './worth-of.ts';

/** How often an address is read while its route waits; a status read may come in between. */
const pollMs = 2_000;

/** How often one of which nothing was seen while it was expected; the sweep and status reads look as well. */
const idlePollMs = 600_000;

/** How long a rail that cannot price the deposit at the moment is asked again. */
const priceWithinMs = 60_000;

/** How far the market may have fallen for a lock that a block took late, in bps: less than the rails' margin. */
const fallInLockBps = 60n;

type Enough = Extract<DepositWorth, { kind: 'enough' }>;

/**
 * Waits for the caller's deposit: its price is taken when enough is seen, and the float for it, or else
 * when a block has it. It is credited once it is as deep as its value needs. Every deposit that
 * cannot be delivered goes back.
 */
export async function advanceDeposit(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Advance> {
  const deposit = await lookAtDeposit(ports, route, await depositOf(ports, route), signal);
  const nowMs = ports.clock.now();
  const minedUntilMs = deposit.lockedUntilMs + depositTerms(ports.policy).minedWithinMs;
  const partCost = partCostOf(route);
  const isPaid = await wasPaid(ports, route);
  const worth = isPaid
    ? worthOf({ ...deposit, ...noEnd }, { nowMs, minedUntilMs: Infinity, partCost })
    : worthOf(deposit, { nowMs, minedUntilMs, partCost });
  if (worth.kind === 'short' && isPaid) return later(nowMs + pollMs);
  if (worth.kind === 'short') return short(ports, route, deposit, worth.units);
  const isLockLost =
    (deposit.price === 'locked' || deposit.price === 'kept') && worth.price === 'current';
  const wanted = deposit.agreed + shortfallOf(deposit);
  if (worth.price === 'current' && countedOf(minedOf(worth.outputs), partCost) < wanted)
    return awaitBlock(ports, route, deposit);
  const isTaken = deposit.price !== null && !isLockLost && route.stage === stages.confirming;
  if (!isTaken) return take(ports, route, deposit, worth, signal);
  const mined = minedOf(worth.outputs);
  const minedInLock = mined.filter(
    ({ minedAtMs }) => (minedAtMs ?? nowMs) <= deposit.lockedUntilMs,
  );
  const isMined = countedOf(mined, partCost) >= wanted;
  if (isMined && !isPaid && !(await hasReserved(ports, route, deposit.terms.output))) {
    const reserved = await reserveAgreed(ports, route, deposit);
    // Where nothing is free it may be until the deposit is deep, when it is delivered or goes back.
    if (reserved !== null) return moved(reserved);
  }
  const isMinedLate = isMined && countedOf(minedInLock, partCost) < wanted;
  if (deposit.price === 'locked' && isMinedLate && !isPaid)
    return judgeLock(ports, route, deposit, worth, signal);
  const { ripe, wanted: depth } = await ripeOutputs(ports, route, worth.outputs, signal);
  if (countedOf(ripe, partCost) < wanted) return awaitDepth(ports, deposit, depth);
  return creditDeposit(ports, route, deposit, { ripe, isPaid }, signal);
}

const noEnd = { lockedUntilMs: Infinity, expiresAtMs: Infinity } as const;

/**
 * The chain has shown its payout to a store that was put back: at the price of that payout the deposit
 * is used, however late it seems now, and nothing of that goes back.
 */
async function wasPaid({ store }: Pick<TransferPorts, 'store'>, { id }: Route): Promise<boolean> {
  return (await store.reads.transactions.transactionsOf(id)).some(
    (one) => one.purpose === 'payout' && one.state !== 'displaced' && outcomeOf(one) !== 'void',
  );
}

/** What came with it may have made it need more than was said when its address was issued. */
async function awaitDepth(
  ports: TransferPorts,
  deposit: Deposit,
  confirmations: number,
): Promise<Advance> {
  if (confirmations !== deposit.confirmations)
    await ports.store.run('deposit-depth', (tx) =>
      tx.transfers.moveDeposit(deposit, { confirmations }),
    );
  return later(ports.clock.now() + pollMs);
}

export async function depositOf(
  { store }: Pick<TransferPorts, 'store'>,
  { id }: Pick<Route, 'id'>,
): Promise<Deposit> {
  const deposit = await store.reads.transfers.deposit(id);
  if (deposit === null) throw new Error(`the route ${id} has no deposit`);
  return deposit;
}

function minedOf(outputs: readonly SeenOutput[]): readonly SeenOutput[] {
  return outputs.filter(({ block }) => block !== null);
}

/**
 * The current price is that of its first block: until then its payer can take it back, and would wait
 * for the best one.
 */
async function awaitBlock(ports: TransferPorts, route: Route, deposit: Deposit): Promise<Advance> {
  if (deposit.price !== null)
    await ports.store.run('deposit-unpriced', async (tx) => {
      await releasePayout(tx, route);
      await tx.transfers.moveDeposit(deposit, { price: null });
    });
  return later(ports.clock.now() + pollMs);
}

/**
 * A payer who saw the market fall could have it mined, and replace it where the market rose: until a
 * block had it, the lock was a choice. So it is kept where the market did not fall by more than the price
 * allows for; else the deposit has the current one.
 */
async function judgeLock(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  worth: Enough,
  signal: AbortSignal,
): Promise<Advance> {
  const holds = await holdsWithin(ports, route, deposit.terms, fallInLockBps, signal);
  // It is in a block, so its payer has no choice left while we wait for a price, until it expires.
  if (!holds.ok) {
    const nowMs = ports.clock.now();
    return signal.aborted || nowMs <= deposit.expiresAtMs
      ? later(nowMs + ports.policy.retryAfterMs)
      : refuseDeposit(ports, route, deposit, holds);
  }
  if (!holds.value) return take(ports, route, deposit, { ...worth, price: 'current' }, signal);
  await ports.store.run('deposit-kept', (tx) =>
    tx.transfers.moveDeposit(deposit, { price: 'kept' }),
  );
  return later(ports.clock.now());
}

/** Once a block has it, the float is its own; null where none is free now. */
async function reserveAgreed(
  ports: TransferPorts,
  route: Route,
  { terms: { output } }: Deposit,
): Promise<Route | null> {
  return ports.store.run('deposit-reserved', async (tx) => {
    const wanted = { want: output, least: output, isMined: true };
    return (await reserveOutput(ports, tx, route, wanted)) === null
      ? null
      : tx.transfers.moveRoute(route, {}, ports.clock.now());
  });
}

/** Too little is there, or not any more. */
async function short(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  units: Units,
): Promise<Advance> {
  const nowMs = ports.clock.now();
  if (nowMs <= deposit.expiresAtMs) {
    if (route.status === 'BRIDGING' && route.stage !== stages.depositReorged) {
      await ports.store.run('deposit-gone', async (tx) => {
        await releasePayout(tx, route);
        await tx.transfers.moveDeposit(deposit, { price: null });
        await tx.transfers.moveRoute(route, { stage: stages.depositReorged }, nowMs);
      });
    }
    const isIdle =
      deposit.outputs.length === 0 && nowMs > expectedUntilMs(deposit, depositTerms(ports.policy));
    return later(Math.min(nowMs + (isIdle ? idlePollMs : pollMs), deposit.expiresAtMs + 1));
  }
  if (units > 0n) {
    return refuseDeposit(ports, route, deposit, {
      code: 'DEPOSIT_EXPIRED',
      reason: `${units} of the ${deposit.agreed} that were agreed came in time`,
    });
  }
  const failed = await ports.store.run('deposit-missed', async (tx) => {
    await tx.transfers.moveDeposit(deposit, { state: 'missed', price: null });
    return failRoute(ports, tx, route, {
      code: 'DEPOSIT_EXPIRED',
      reason: 'no deposit came in time',
      stage: stages.depositExpired,
    });
  });
  return { kind: 'ended', route: failed };
}

/**
 * Fixes the price, and reserves the float where there is enough of it. More than was agreed is reserved
 * only for what blocks have: the limit of locked prices counts what was agreed, and what is in the
 * mempool can be taken back.
 */
async function take(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  { price, outputs }: Enough,
  signal: AbortSignal,
): Promise<Advance> {
  let { terms } = deposit;
  if (price === 'current') {
    const current = await currentTerms(ports, route, route.order.minOutput, signal);
    if (!current.ok) {
      const nowMs = ports.clock.now();
      // It moved when it was accepted or when the deposit was last taken or gone.
      const since = Math.max(route.updatedAtMs, ...outputs.map(({ minedAtMs }) => minedAtMs ?? 0));
      return signal.aborted || (errorEntry(current.code).retryable && nowMs - since < priceWithinMs)
        ? later(nowMs + ports.policy.retryAfterMs)
        : refuseDeposit(ports, route, deposit, current);
    }
    terms = current.value;
  }
  const priced = { ...deposit, terms };
  const mined = countedOf(minedOf(outputs), partCostOf(route));
  const want = outputFor(priced, mined > deposit.agreed ? mined : deposit.agreed);
  const isMined = mined >= deposit.agreed + shortfallOf(deposit);
  return moved(
    await ports.store.run('deposit-taken', async (tx) => {
      await reserveOutput(ports, tx, route, { want, least: terms.output, isMined });
      await tx.transfers.moveDeposit(deposit, { price, terms });
      return tx.transfers.moveRoute(
        route,
        {
          status: 'BRIDGING',
          stage: stages.confirming,
          plan: planServing(route.plan, priced, { units: deposit.agreed, output: terms.output }),
        },
        ports.clock.now(),
      );
    }),
  );
}

/**
 * Before the payout is committed: a reorg may have taken back what was credited, and then nothing is
 * paid for it. Null where the payout may go on, or is committed already.
 */
export async function takenBack(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Advance | null> {
  if (route.mode !== 'deposit') return null;
  const transactions = await ports.store.reads.transactions.transactionsOf(route.id);
  if (transactions.some(({ purpose, state }) => purpose === 'payout' && state !== 'displaced'))
    return null;
  const deposit = await lookAtDeposit(ports, route, await depositOf(ports, route), signal);
  const used = deposit.outputs.filter(isForRoute);
  const { deep } = await deepEnough(ports, route, used, signal);
  if (deep.length === used.length) return null;
  const step = route.plan.steps.findIndex(({ kind }) => kind === 'await-deposit');
  return moved(
    await ports.store.run('deposit-reorged', async (tx) => {
      await releasePayout(tx, route);
      await tx.transactions.releaseReservation(holdId(route.id));
      // What was left over is part of the deposit again, unless it went back already.
      const unsent = deposit.refunds.filter(({ state }) => state === 'due' || state === 'held');
      for (const one of unsent) await unreserveRefund(tx, one);
      const seen = {
        state: 'seen' as const,
        credited: null,
        outputs: deposit.outputs.map((one) =>
          isForRoute(one) || unsent.some((refund) => isForRefund(one, refund))
            ? { ...one, use: null }
            : one,
        ),
        refunds: deposit.refunds.filter((one) => !unsent.includes(one)),
      };
      await holdUnused(ports, tx, route, seen);
      await tx.transfers.moveDeposit(deposit, { ...seen, price: null });
      return tx.transfers.moveRoute(
        route,
        {
          credited: null,
          srcTx: null,
          cursor: step,
          stage: stages.depositReorged,
          plan: planServing(route.plan, deposit, {
            units: deposit.agreed,
            output: deposit.terms.output,
          }),
        },
        ports.clock.now(),
      );
    }),
  );
}
