import {
  asUnits,
  type ChainRef,
  asAddress,
  finalityOf,
  pulledTo,
  RelayError,
  type TokenRef,
  accountRoles,
} from '@interline/kernel';
import type { Payment } from '@interline/ports';
import { foundEntry } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import { failRoute, finishRoute } from '../settle/end-route.ts';
import { payoutReservationId, holdId } from '../float/route-reservations.ts';
import { clockSlackMs } from './may-belong-to.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * What our accounts have paid since a route was accepted, in transactions that the store does not
 * know.
 */
interface LostPayments {
  readonly toRecipient: readonly Payment[];
  readonly toPayer: readonly Payment[];
}

export async function lostPayments(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<LostPayments> {
  const { order, createdAtMs, refundTo } = route;
  const sinceSec = Math.floor((createdAtMs - clockSlackMs) / 1_000);
  const search = (token: TokenRef, to: string): Promise<readonly Payment[]> =>
    lostTo(ports, token, to, sinceSec, signal);
  const [toRecipient, toPayer] = await Promise.all([
    // For a rebalancing an engine pays there; we do not.
    isRebalance(route) ? [] : search(order.to, order.recipient),
    search(order.from, refundTo ?? order.payer),
  ]);
  return { toRecipient, toPayer };
}

async function lostTo(
  { custody, store, policy }: TransferPorts,
  token: TokenRef,
  to: string,
  sinceSec: number,
  signal: AbortSignal,
): Promise<readonly Payment[]> {
  if (!custody.chains.includes(token.chain)) return [];
  const from = accountRoles.map((role) => custody.account(token.chain, role));
  const search = { token: asAddress(token.address), from, to: asAddress(to), sinceSec };
  const found = await custody.paymentsSince(token.chain, search, signal);
  if (found === null)
    throw keepQuarantined('it was accepted too long ago to be looked for on the chain');
  const known = await Promise.all(
    found.map(({ hash }) => store.reads.transactions.signedTransaction(hash)),
  );
  const lost = found.filter((_payment, index) => known[index] === null);
  // A node may invent a payment or omit one, and the route must neither end nor be paid again
  // because of that.
  if (lost.some(({ isAgreed }) => !isAgreed))
    throw keepQuarantined('one RPC node alone shows a payment, or two show it differently');
  // No stored transaction represents it, so a reorg that removes it would go unnoticed.
  const { finalDepth } = finalityOf(policy.finality, token.chain);
  if (lost.some(({ depth }) => depth <= finalDepth))
    throw keepQuarantined('the chain shows a payment that is not final yet');
  return lost;
}

/**
 * Must run in the caller's unit. Ends the route with a payment that the store does not know; null
 * if there is none, or if it belongs to another route.
 */
export async function settleLost(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  lost: LostPayments,
): Promise<Route | null> {
  const { id, order, plan, owed, credited, failure } = route;
  const twins = await countTwins(tx, route);
  const delivery = await ownPayment(tx, id, lost.toRecipient, {
    chain: order.lane.to,
    units: plan.output,
    to: 'recipient',
    twins,
  });
  if (delivery !== null) {
    await settleIfOpen(tx, id, payoutReservationId(id), delivery.block);
    await bookFound(ports, tx, route, delivery, 'payout');
    return finishRoute(ports, tx, route, {
      srcTx: route.srcTx,
      destTx: delivery.hash,
      delivered: delivery.units,
    });
  }
  const due = owed ?? credited ?? order.amount;
  const refund = await ownPayment(tx, id, lost.toPayer, {
    chain: order.lane.from,
    units: due,
    to: 'payer',
    twins,
  });
  if (refund === null) return null;
  await settleIfOpen(tx, id, holdId(id), refund.block);
  await bookFound(ports, tx, route, refund, 'refund');
  const reason = failure?.reason ?? 'the transfer could not be completed';
  return failRoute(
    ports,
    tx,
    route,
    { code: 'REFUNDED', reason, stage: stages.refunded },
    { refundTx: refund.hash, owed: asUnits(due) },
  );
}

/** Books the payment that the store had lost, without its gas cost, which is unknown. */
async function bookFound(
  { custody, clock }: TransferPorts,
  tx: TransferUnit,
  route: Route,
  { hash, block, logIndex, units }: Payment,
  kind: 'payout' | 'refund',
): Promise<void> {
  const { from, to } = route.order;
  const role = kind === 'payout' ? 'float' : pulledTo(route.plan);
  const token = kind === 'payout' ? to : from;
  // The store may not have seen the pull yet; it is posted when it is seen.
  const pulled = route.mode === 'permit2' ? route.order.amount : null;
  const booked = bookedRoute({ ...route, credited: route.credited ?? pulled });
  const found = foundEntry(booked, {
    kind,
    role,
    account: custody.account(token.chain, role),
    chain: token.chain,
    token: token.address,
    hash,
    block,
    logIndex,
    units,
    atMs: clock.now(),
  });
  if (found !== null) await tx.books.post(found);
}

interface Due {
  readonly chain: ChainRef;
  readonly units: bigint;
  readonly to: 'recipient' | 'payer';
  /**
   * The number of quarantined routes that are due the same payment, including this one. Equal
   * payments are assigned one to each.
   */
  readonly twins: number;
}

async function countTwins(tx: TransferUnit, route: Route): Promise<number> {
  let twins = 0;
  for await (const page of unsettledPages(tx))
    twins += page.filter((one) => isTwin(one, route)).length;
  return twins;
}

function isTwin(one: Route, { order: { lane, to, payer, recipient }, plan }: Route): boolean {
  return (
    one.stage === stages.quarantined &&
    one.plan.output === plan.output &&
    one.order.payer === payer &&
    one.order.recipient === recipient &&
    one.order.lane.to === lane.to &&
    one.order.to.address === to.address
  );
}

/**
 * The payment of exactly the due amount that no other route has; null if there is none. Throws if
 * the chain shows other amounts, or more payments of this amount than routes that it is due to,
 * because only an operator can tell them apart.
 */
async function ownPayment(
  tx: TransferUnit,
  routeId: string,
  payments: readonly Payment[],
  { chain, units, to, twins }: Due,
): Promise<Payment | null> {
  const exact = payments.filter((one) => one.units === units);
  for (const [at, one] of exact.entries()) {
    if (!(await tx.transfers.creditArrival(chain, one.hash, one.logIndex, routeId))) continue;
    // Routes take payments in this order, so the ones after it are free.
    const free = exact.length - at;
    if (free > twins) throw unclear(`${free} payments of ${units}`, { units, to });
    return one;
  }
  for (const one of payments.filter((other) => other.units !== units)) {
    if (await tx.transfers.creditArrival(chain, one.hash, one.logIndex, routeId))
      throw unclear(`${one.units} in ${one.hash}`, { units, to });
  }
  return null;
}

function unclear(shown: string, { units, to }: Pick<Due, 'units' | 'to'>): RelayError {
  return keepQuarantined(
    `the chain shows ${shown} to the ${to}, which the store does not know, where ${units} is due once`,
  );
}

async function settleIfOpen(
  tx: TransferUnit,
  routeId: string,
  reservationId: string,
  block: number,
): Promise<void> {
  const open = (await tx.transactions.reservationsOf(routeId)).some(
    (one) => one.id === reservationId && one.state === 'open',
  );
  if (open) await tx.transactions.settleReservation(reservationId, block);
}

/** Why a quarantined route cannot be released now. */
export function keepQuarantined(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `${reason}; the route stays quarantined`);
}
