import {
  openReservation,
  type AccountRole,
  asUnits,
  type Book,
  type Address,
  deadEndAt,
  isBurnAddress,
  noUnits,
  RelayError,
  routeOwner,
  type Transaction,
  type Units,
} from '@interline/kernel';
import { floatBook, freeIn, withEachKeySet } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { owedUnits, refundRole, refundTarget } from '../settle/refund-terms.ts';
import { isRecallOf } from '../settle/advance-recall.ts';
import { handsOver, outcomeOf } from '../settle/outcomes-of.ts';
import { freeAmong, ownAmong, searchGivenBack } from '../settle/search-given-back.ts';
import { assertNoDepositAddress } from '../execute/check-order.ts';
import { nameReturn, planReturn } from '../deposit/return-by-order.ts';
import { sumOf } from '../deposit/worth-of.ts';
import { refundReservationId, releasePayout } from '../float/route-reservations.ts';
import {
  assertEndable,
  assertNothingOpen,
  assertWaits,
  notNow,
  shownTransaction,
} from './end-by-order.ts';
import { wordOfEngine } from './word-of-engine.ts';

/** An operator's refund order. */
export interface RefundOrder {
  /** Paid instead of the payer, who cannot receive; null for the payer. */
  readonly to: Address | null;
  /** The operator confirms that the recipient got nothing and that nothing will come. */
  readonly isUndelivered: boolean;
  /** The same if the engine does not say that the transfer failed, or cannot be asked. */
  readonly isDespiteEngine: boolean;
}

/** The planned refund; the route stores `refundTo` and `refundFrom`. */
export interface PlannedRefund {
  readonly route: Route;
  /** Null if a deposit is refunded and no address is known yet. */
  readonly to: Address | null;
  /** The `refundTo` that the route stores; null for the payer. */
  readonly refundTo: Address | null;
  readonly from: AccountRole;
  readonly units: Units;
  /**
   * - redirect: the route is refunding, or was partly refunded
   * - begin: its steps are given up
   * - return: it has ended, and what arrived at its deposit beside or after that is refunded
   */
  readonly kind: 'redirect' | 'begin' | 'return';
  /** The engine's status of the money that it was handed; null if it was handed none. */
  readonly engineSays: string | null;
}

/**
 * What an operator's refund would send, from which account, and to whom. Throws `WRONG_STATE` with
 * the obstacle: first of all value of the route that may still arrive, also according to the engine
 * that has it or to what its recall brought. Throws `BAD_REQUEST` for an address that cannot be
 * paid.
 */
export async function planRefund(
  ports: TransferPorts,
  route: Route,
  { to, isUndelivered, isDespiteEngine }: RefundOrder,
  signal: AbortSignal,
): Promise<PlannedRefund> {
  if (to !== null && isRebalance(route))
    throw notNow('what it moves is the float, to which it goes back; withdraw it from there');
  if (to !== null) {
    assertPayable(ports, route, to);
    await assertNoDepositAddress(ports, route.order.from.chain, to, 'to');
  }
  const returned = await planReturn(ports, route, to);
  if (returned !== null)
    return {
      ...returned,
      refundTo: route.refundTo,
      from: 'float',
      kind: 'return',
      engineSays: null,
    };
  const where = await whereTo(ports, route, to);
  if (route.stage === stages.quarantined)
    throw notNow(
      `it is quarantined, and may have been refunded already; look at the chain first: interline route release ${route.id}`,
    );
  if (holdsRefund(route)) {
    // If a refund to another address may still be mined, this one would pay twice.
    if (to !== null) await assertNothingOpen(ports, ports.store.reads, route);
    const from = roleOf(route);
    const units = owedUnits(route);
    return { route, ...where, from, units, kind: 'redirect', engineSays: null };
  }
  // Checked first: an ended or pending route is not refunded even if the operator confirms.
  assertWaits(ports, route);
  if (!isUndelivered)
    throw notNow(
      `it has no refund to release (${route.status}, stage ${route.stage}); where you know that the recipient got nothing, add --undelivered`,
    );
  await assertEndable(ports, route);
  if (route.givenBack !== null)
    throw notNow('its rail gave back a part already; the rest is its own to give');
  const units = await cameUnits(ports, route);
  const transactions = await ports.store.reads.transactions.transactionsOf(route.id);
  const paid = transactions.find((one) => one.purpose === 'payout' && outcomeOf(one) === 'done');
  if (paid !== undefined)
    throw notNow(`the recipient was paid by its ${shownTransaction(paid)}; use settle`);
  if (!hasLeft(route, transactions))
    return { route, ...where, from: roleOf(route), units, kind: 'begin', engineSays: null };
  if (isRebalance(route))
    throw notNow('an engine has what it moved, which is our own float; use settle or write-off');
  const { isOver, says } = await wordOfEngine(ports, route, signal);
  const isRecalled = transactions.some(
    (one) => isRecallOf(route, one) && outcomeOf(one) === 'done',
  );
  const engineSays = isRecalled ? `${says}; ${await shownOfRecall(ports, route, signal)}` : says;
  if ((isRecalled || !isOver) && !isDespiteEngine) throw stillAlive(engineSays);
  return { route, ...where, from: 'float', units, kind: 'begin', engineSays };
}

/**
 * What the chain shows of a mined recall's payment to the payer. Throws `WRONG_STATE` if the payer
 * has the money, since a refund would be a second one and the route ends by itself. Throws it also
 * if that is unknown.
 */
async function shownOfRecall(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<string> {
  const found = await searchGivenBack(ports, route, { isRecalled: true }, signal);
  if (found === null)
    throw notNow(
      'its recall is mined, and whether that brought the payer the money cannot be seen now: its blocks are still searched, or too few nodes answer; try again later',
    );
  const { own, free } = await ports.store.run('free-refunds', async (tx) => ({
    own: await ownAmong(tx, route, found),
    free: await freeAmong(tx, route, found),
  }));
  const brought = own.find(({ part }) => part.isToPayer)?.part;
  if (brought !== undefined)
    throw notNow(
      `its recall is mined, and ${brought.units} came to the payer from there in ${brought.tx}; it ends by that, and refunds our charge`,
    );
  const owes = 'a recall is mined, so it owes the payer a refund';
  const alike = free.filter(({ part }) => part.isToPayer).length;
  return alike === 0
    ? `${owes}, which no block shows yet`
    : `${owes}; ${alike} came to the payer from there, which as many other routes of the payer may claim`;
}

/**
 * What arrived from the payer. For a deposit that is not credited yet: the mined units at its
 * address.
 */
async function cameUnits({ store }: Pick<TransferPorts, 'store'>, route: Route): Promise<Units> {
  if (route.mode === 'deposit' && route.credited === null) {
    const outputs = (await store.reads.transfers.deposit(route.id))?.outputs ?? [];
    const units = sumOf(outputs.filter(({ block }) => block !== null));
    if (units > 0n) return units;
    throw notNow('no block has anything of its deposit; it ends by itself once that expires');
  }
  if (route.credited === null || route.credited === noUnits)
    throw notNow('nothing of the payer is known to have come to us; use write-off');
  return owedUnits(route);
}

/** A deposit's payer is unknown. The address in its place is ours, and gets nothing. */
async function whereTo(
  { store }: Pick<TransferPorts, 'store'>,
  route: Route,
  named: Address | null,
): Promise<Pick<PlannedRefund, 'to' | 'refundTo'>> {
  const refundTo = named === null ? route.refundTo : named === route.order.payer ? null : named;
  const deposit = route.mode === 'deposit' ? await store.reads.transfers.deposit(route.id) : null;
  return {
    refundTo,
    to: refundTo ?? deposit?.refundAddress ?? (deposit === null ? refundTarget(route) : null),
  };
}

/** A deposit's money is in the float's wallet. */
function roleOf(route: Route): AccountRole {
  return route.mode === 'deposit' ? 'float' : refundRole(route);
}

/** The engine could still deliver or return what our float has refunded. */
function stillAlive(says: string): RelayError {
  return notNow(
    `${says}, and a refund now may pay it twice; wait, or have the engine cancel the order first, and where you know better add --despite-engine`,
  );
}

/**
 * Must run in the caller's unit. Makes the route refund as planned. What was handed to a rail is no
 * longer with us, so the free float covers it, never other payers' money in transit. Throws
 * `INSUFFICIENT_FLOAT`, and `StaleRoute` if the route has moved since.
 */
export async function orderRefund(
  ports: TransferPorts,
  tx: TransferUnit,
  { route, to, refundTo, from, units, kind }: PlannedRefund,
): Promise<Route> {
  const { id, order, plan, mode } = route;
  const nowMs = ports.clock.now();
  if (kind === 'return') {
    await nameReturn(tx, { route, to });
    return route;
  }
  if (kind === 'redirect') {
    if (refundTo === route.refundTo) return route;
    await assertNothingOpen(ports, tx, route);
    return tx.transfers.moveRoute(route, { refundTo }, nowMs);
  }
  await assertNothingOpen(ports, tx, route);
  await releasePayout(tx, route);
  const isOfFloat = from === 'float' && plan.pullTo !== 'float' && mode !== 'deposit';
  if (isOfFloat) await reserveForRefund(tx, id, floatBook(ports.custody, order.from), units);
  await tx.jobs.enqueue({ kind: 'advance-route', subject: id, runAtMs: nowMs });
  return tx.transfers.moveRoute(
    route,
    {
      phase: 'refunding',
      stage: stages.refunding,
      refundTo,
      refundFrom: isOfFloat ? 'float' : null,
      owed: units,
      failure: { code: 'REFUNDED', reason: 'an operator found that nothing was delivered' },
    },
    nowMs,
  );
}

async function reserveForRefund(
  tx: TransferUnit,
  routeId: string,
  book: Book,
  units: Units,
): Promise<void> {
  const free = await freeIn(tx, book);
  if (free < units)
    throw new RelayError(
      'INSUFFICIENT_FLOAT',
      { chain: book.chain },
      `the float account on ${book.chain} has ${free} of ${book.token} free; the refund takes ${units}`,
    );
  await tx.transactions.insertReservation(
    openReservation({
      id: refundReservationId(routeId),
      owner: routeOwner(routeId),
      book,
      kind: 'outgoing',
      units: asUnits(units),
    }),
  );
}

/** A refund is waiting, or an upstream returned a part that can be passed on. */
function holdsRefund({ phase, stage, givenBack }: Route): boolean {
  const hasParts = (givenBack?.parts ?? []).length > 0;
  return phase === 'refunding' || (phase === 'running' && stage === stages.verifying && hasParts);
}

/** Whether a hand-over to a rail was mined and succeeded. */
function hasLeft(route: Route, transactions: readonly Transaction[]): boolean {
  return transactions.some((one) => handsOver(route, one) && outcomeOf(one) === 'done');
}

function assertPayable(ports: TransferPorts, { order }: Route, to: Address): void {
  const { chain } = order.from;
  if (isBurnAddress(chain, to))
    throw refusedTo(`${to} has no known key; what is sent there is lost`);
  const ours = withEachKeySet(ports).flatMap(({ custody }) => [
    custody.account(chain, 'spender'),
    custody.account(chain, 'float'),
    custody.batchExecutor,
  ]);
  if (ours.includes(to)) throw refusedTo(`${to} is an address of this relayer`);
  const deadEnd = deadEndAt(chain, to, ports.tokens.on(chain), ports.custody.batchExecutor);
  if (deadEnd !== null) throw refusedTo(`${to} is ${deadEnd}; what is sent there is lost`);
}

function refusedTo(reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field: 'to' }, reason);
}
