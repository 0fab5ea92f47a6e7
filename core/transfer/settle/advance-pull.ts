import { asUnits, carrierOf, pullStep, type Transaction, unplaced } from '@interline/kernel';
import {
  burntCost,
  chargeBurnt,
  chargeRevert,
  type Lost,
  type RevertKind,
  tookMoreThanPlain,
  endOf,
  fillSlot,
  type MinedTransaction,
  movedUnits,
  noopsAmong,
  settleEnd,
  settleMined,
  type Sighting,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { type Advance, later, moved, waitHeld, waitUnproven, type WhyLeft } from './advance.ts';
import { awaitPull } from './await-pull.ts';
import { bookedFor } from './booked-route.ts';
import { failRoute } from './end-route.ts';
import { proveNotPulled, pullAgain } from './pull-again.ts';
import { holdCredited, settleOwnReservation } from '../float/route-reservations.ts';

/** Follows the pull until it is credited, proven impossible, or still unknown. It never guesses. */
export async function advancePull(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  const transactions = await pullTransactions(ports, route);
  const pulls = transactions.filter((one) => one.purpose === 'pull');
  // No further pull while any pull may still be mined, even an earlier one.
  const last = pulls.findLast((one) => one.state === 'open') ?? pulls.at(-1);
  if (last === undefined || isVoid(last)) {
    return pullAgain(ports, route, pulls, signal);
  }

  const awaited = await awaitPull(ports, route, last, patienceMs, signal);
  const allowanceNow = (): Promise<Transaction | undefined> =>
    allowanceOf(ports, route, awaited.transaction, transactions);
  return settleEnd<Advance>(ports, awaited, {
    displacedUnit: 'pull-displaced',
    displaced: () => moved(route),
    mined: async (seen) => credit(ports, route, seen, await allowanceNow(), signal),
    filled: (seen) => cameEmpty(ports, route, seen, signal),
    reverted: async (seen) => revert(ports, route, seen, await allowanceNow()),
    async pending(sighting) {
      if (!isPast(route, sighting)) return later(ports.clock.now());
      // The pull's own bytes stay watched: the transaction that is mined decides, and the expired
      // pull can only revert.
      await fillSlot(ports, awaited.transaction, signal);
      return later(ports.clock.now() + ports.policy.retryAfterMs);
    },
  });
}

function isVoid({ state }: Transaction): boolean {
  return state === 'displaced' || state === 'reverted' || state === 'filled';
}

/** The route's pulls and the allowances before them. */
async function pullTransactions(
  ports: TransferPorts,
  route: Route,
): Promise<readonly Transaction[]> {
  return (await ports.store.reads.transactions.transactionsOf(route.id)).filter(
    (one) => one.step === pullStep,
  );
}

/** The current state of the allowance before the pull; undefined if it was already settled. */
async function allowanceOf(
  ports: TransferPorts,
  route: Route,
  pull: Transaction,
  transactions: readonly Transaction[],
): Promise<Transaction | undefined> {
  const now = pull.multicall === null ? transactions : await pullTransactions(ports, route);
  return now.find(
    (one) =>
      one.purpose === 'allowance' &&
      one.state === 'open' &&
      one.slot !== unplaced &&
      one.slot <= pull.slot,
  );
}

/**
 * Whether the permit's deadline has passed in chain time, so that it can no longer be redeemed. A
 * slot that is taken needs no filling.
 */
function isPast(route: Route, sighting: Sighting | null): boolean {
  if (route.permit === null || sighting === null) return false;
  if (sighting.mined !== null || sighting.isSlotTaken) return false;
  return BigInt(sighting.timestampSec) > route.permit.deadline;
}

async function credit(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
  allowance: Transaction | undefined,
  signal: AbortSignal,
): Promise<Advance> {
  const { transaction: pull, mined } = seen;
  const arrived = movedUnits(mined, pull.expects);
  if (arrived === 0n) return cameEmpty(ports, route, seen, signal);
  const seenAllowance = allowance === undefined ? null : await seeNow(ports, allowance);
  const next = await ports.store.run('credit-pull', async (tx) => {
    await settleMined(tx, seen, bookedFor(ports, route));
    if (seenAllowance !== null) await settleMined(tx, seenAllowance, bookedFor(ports, route));
    await holdCredited(ports, tx, route, asUnits(arrived), mined.block);
    if (isRebalance(route)) await settleOwnReservation(tx, route.id, mined.block);
    else
      for (const one of [seen, ...(seenAllowance === null ? [] : [seenAllowance])])
        await chargeBurnt(ports, tx, one, burntBy(route, one));
    // A failed route had released its float, so what a reorg brought later is refunded.
    const goesOn =
      route.failure === null
        ? ({ phase: 'running', stage: stages.sending } as const)
        : ({ phase: 'refunding', stage: stages.refunding } as const);
    return tx.transfers.moveRoute(
      route,
      { ...goesOn, credited: asUnits(arrived), srcTx: mined.hash },
      ports.clock.now(),
    );
  });
  return moved(next);
}

/**
 * A no-op in the pull's place, or a token that moved nothing: no money came, so none is owed,
 * unless an earlier pull brought it.
 */
async function cameEmpty(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
  signal: AbortSignal,
): Promise<Advance> {
  const earlier = await earlierPulls(ports, route, seen.transaction);
  const notPulled =
    earlier.length === 0 ? 'proven' : await proveNotPulled(ports, route, earlier, signal);
  if (notPulled === 'unproven') return waitUnproven(ports, route);
  if (notPulled === 'not-held') return waitHeld(ports, route);
  if (notPulled === 'found') {
    await ports.store.run('pull-empty', (tx) => settleMined(tx, seen, bookedFor(ports, route)));
    return moved(route);
  }
  const failed = await ports.store.run('pull-empty', async (tx) => {
    await settleMined(tx, seen, bookedFor(ports, route));
    return failRoute(ports, tx, route, { ...whyEmpty(route), stage: stages.notPulled });
  });
  return { kind: 'ended', route: failed };
}

function whyEmpty(route: Route): WhyLeft {
  return isRebalance(route)
    ? { code: 'PULL_REVERTED', reason: 'the transfer of the float to the spender was given up' }
    : { code: 'PULL_EXPIRED', reason: 'the permit expired before the pull was mined' };
}

/** Null while no block that was read has it. */
async function seeNow(
  ports: TransferPorts,
  transaction: Transaction,
): Promise<MinedTransaction | null> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(transaction),
  ]);
  const sighting = await ports.watch.until(
    transaction,
    signedTransactions,
    (one) => one.mined !== null,
    ports.policy.rebroadcastAfterMs,
  );
  const mined = sighting?.mined ?? null;
  if (sighting === null || mined === null) return null;
  const end = endOf(mined, noopsAmong(signedTransactions, transaction));
  return { transaction, sighting, mined, end };
}

/** The budget kind that a payer's reverts are charged to. */
export function pullRevertKind({ permit }: Pick<Route, 'permit'>): RevertKind {
  return permit?.ownerHasCode === true ? 'code-revert' : 'revert';
}

/**
 * Who is charged for the gas of a mined pull or its allowance, which reveals code deployed after
 * acceptance.
 */
export function burntBy(
  { client, order, permit }: Pick<Route, 'client' | 'order' | 'permit'>,
  { transaction, mined }: Pick<MinedTransaction, 'transaction' | 'mined'>,
): Pick<Lost, 'client' | 'payer' | 'kind' | 'isLateCode'> {
  const by = { client, payer: order.payer };
  const kind = pullRevertKind({ permit });
  return kind === 'revert' && tookMoreThanPlain(transaction, mined)
    ? { ...by, kind: 'code-revert', isLateCode: true }
    : { ...by, kind };
}

async function revert(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
  allowance: Transaction | undefined,
): Promise<Advance> {
  const { transaction: pull, mined } = seen;
  const seenAllowance = allowance === undefined ? null : await seeNow(ports, allowance);
  const mayWorkAlone = await isTied(ports, pull);
  // It may have reverted because an earlier pull succeeded after all.
  const mayHavePulled = (await earlierPulls(ports, route, pull)).length > 0;
  const next = await ports.store.run('pull-reverted', async (tx) => {
    await settleMined(tx, seen, bookedFor(ports, route));
    if (seenAllowance !== null) await settleMined(tx, seenAllowance, bookedFor(ports, route));
    const burnt = await burntCost(tx.transactions, pull, mined);
    const ahead = seenAllowance === null ? 0n : await costOfAllowance(tx, seenAllowance);
    const gasCost = burnt + ahead;
    const charged = burntBy(route, seen);
    // No payer caused our own transfer's revert.
    if (!isRebalance(route))
      await chargeRevert(ports, tx, { ...charged, chain: pull.chain, gasCost });
    if (mayWorkAlone || mayHavePulled) return route;
    return failRoute(ports, tx, route, {
      code: 'PULL_REVERTED',
      stage: stages.notPulled,
      reason: isRebalance(route)
        ? 'the transfer of the float to the spender reverted on chain'
        : "the pull reverted on chain; the payer's balance, allowance or permit changed after the check",
    });
  });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

/** Full cost of an allowance before a reverted pull; in a multicall, what it burnt or its share. */
async function costOfAllowance(
  { transactions }: Pick<TransferUnit, 'transactions'>,
  { transaction, mined }: Pick<MinedTransaction, 'transaction' | 'mined'>,
): Promise<bigint> {
  const burnt = await burntCost(transactions, transaction, mined);
  return burnt > mined.gasCost ? burnt : mined.gasCost;
}

/** Whether the pull was tied to a rail's call, which may be what failed. */
async function isTied(ports: TransferPorts, { owner, multicall }: Transaction): Promise<boolean> {
  return (
    multicall !== null &&
    (await ports.store.reads.transactions.transactionsOf(owner.id)).some(
      (one) => one.purpose === 'call' && one.multicall?.bundle === multicall.bundle,
    )
  );
}

async function earlierPulls(
  ports: TransferPorts,
  route: Route,
  pull: Transaction,
): Promise<readonly Transaction[]> {
  return (await pullTransactions(ports, route)).filter(
    (one) => one.purpose === 'pull' && one.id !== pull.id,
  );
}
