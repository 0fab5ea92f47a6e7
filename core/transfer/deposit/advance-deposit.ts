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

/** How often an address is read while its route waits. A status read may come in between. */
const pollMs = 2_000;

/**
 * How often an address is read that got nothing while a deposit was expected. The sweep and status
 * reads look at it as well.
 */
const idlePollMs = 600_000;

/** How long to retry a rail that cannot price the deposit at the moment. */
const priceWithinMs = 60_000;

/**
 * How far the market may have fallen, in bps, for a lock to hold that a block took late. Less than
 * the rails' margin.
 */
const fallInLockBps = 60n;

type Enough = Extract<DepositWorth, { kind: 'enough' }>;

/**
 * Waits for the caller's deposit. The price is fixed when enough is seen. The float is reserved at
 * that time, or once a block has the deposit. The deposit is credited at the depth that its value
 * needs. Every deposit that cannot be delivered is refunded.
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
    // If no float is free, some may be once the deposit is deep; then it is delivered or refunded.
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
 * Whether the chain has shown a restored store the payout of this deposit. At the price of that
 * payout the deposit is used, even if it now seems late, and none of that is refunded.
 */
async function wasPaid({ store }: Pick<TransferPorts, 'store'>, { id }: Route): Promise<boolean> {
  return (await store.reads.transactions.transactionsOf(id)).some(
    (one) => one.purpose === 'payout' && one.state !== 'displaced' && outcomeOf(one) !== 'void',
  );
}

/** Other outputs in the same block may require more depth than was stated with the address. */
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
 * The current price is that of its first block. Before that its payer can take the deposit back,
 * and could wait for the best price.
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
 * Decides about a lock that a block took late. Until a block had the deposit, its payer had a
 * choice: have it mined after the market fell, or replace it after the market rose. So the lock is
 * kept only if the market did not fall by more than the price allows; otherwise the deposit gets
 * the current price.
 */
async function judgeLock(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  worth: Enough,
  signal: AbortSignal,
): Promise<Advance> {
  const holds = await holdsWithin(ports, route, deposit.terms, fallInLockBps, signal);
  // The deposit is mined, so its payer has no choice left while we wait for a price, until it
  // expires.
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

/** Once a block has the deposit, float is reserved for it; null if none is free now. */
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

/** Too little has arrived, or too little is left. */
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
 * Fixes the price, and reserves float if enough is free. More than the agreed amount is reserved
 * only for mined outputs: the limit of locked prices counted the agreed amount, and mempool outputs
 * can be taken back.
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
      // The route moved when it was accepted, or when its deposit was last taken or disappeared.
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
 * Runs before the payout is committed. A reorg may have removed what was credited, and then nothing
 * is paid for it. Null if the payout may continue or is already committed.
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
      // Leftovers are part of the deposit again unless they were already refunded.
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
