import {
  asUnits,
  asAddress,
  openReservation,
  type Reservation,
  routeOwner,
  type Units,
} from '@interline/kernel';
import { floatBook } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route } from '../route.ts';

/** Id of the float reserved for the route's payout. */
export function payoutReservationId(routeId: string): string {
  return `cl_${routeId}`;
}

/** Id of the hold: what was pulled into the float for the route. */
export function holdId(routeId: string): string {
  return `ho_${routeId}`;
}

/** Id of the float that a rebalancing sends to the spender. */
export function ownReservationId(routeId: string): string {
  return `oc_${routeId}`;
}

/** Id of the float reserved for a refund that an operator makes from it. */
export function refundReservationId(routeId: string): string {
  return `rc_${routeId}`;
}

/**
 * The reservation of what was pulled into the float for a route: it is the payer's until it is
 * delivered or refunded, so it is not inventory.
 */
export function payersHold(
  { custody }: Pick<TransferPorts, 'custody'>,
  { id, order }: Route,
  units: Units,
  countsFromBlock: number,
): Reservation {
  return openReservation({
    id: holdId(id),
    owner: routeOwner(id),
    kind: 'payers',
    units,
    countsFromBlock,
    book: floatBook(custody, order.from),
  });
}

/**
 * Within the unit that credits a pull: from its block on the float's balance shows the payer's
 * money, which is held from then on.
 */
export async function holdCredited(
  ports: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  route: Route,
  units: Units,
  block: number,
): Promise<void> {
  if (route.plan.pullTo !== 'float') return;
  // Never from a later block: after a reorg a balance read before it may show the money already.
  await tx.transactions.putHold(payersHold(ports, route, units, block));
}

/**
 * Within the unit that reopens a route: what was pulled is the payer's again until the payout or
 * the refund is back.
 */
export async function reopenHold(
  ports: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  route: Route,
  units: Units | null,
): Promise<void> {
  if (units === null || route.plan.pullTo !== 'float') return;
  const hold = await reservationOf(tx, route.id, holdId(route.id));
  if (hold?.state === 'settled') return tx.transactions.reopenReservation(hold.id);
  if (hold === undefined)
    await tx.transactions.insertReservation(payersHold(ports, route, units, 0));
}

/**
 * The reservation of the float that a rebalancing sends to the spender: free for nothing else from
 * the accepting commit until the transfer is in a block, or came to nothing.
 */
export function ownReservation({ id, order }: Route): Reservation {
  return openReservation({
    id: ownReservationId(id),
    owner: routeOwner(id),
    kind: 'outgoing',
    units: asUnits(order.amount),
    book: {
      chain: order.from.chain,
      account: asAddress(order.payer),
      token: order.from.address,
    },
  });
}

/** Within the unit that sees a rebalancing's own transfer in that block: it has left the float. */
export async function settleOwnReservation(
  tx: TransferUnit,
  routeId: string,
  block: number,
): Promise<void> {
  if ((await reservationOf(tx, routeId, ownReservationId(routeId))) !== undefined)
    await tx.transactions.settleReservation(ownReservationId(routeId), block);
}

/** Within the unit that finds a rebalancing's own transfer void: the float has it still. */
export function releaseOwnReservation(tx: TransferUnit, routeId: string): Promise<void> {
  return tx.transactions.releaseReservation(ownReservationId(routeId));
}

/**
 * Within the unit that reopens a rebalancing's own transfer: its bytes may leave the float again,
 * whether they had or had come to nothing.
 */
export async function reopenOwnReservation(tx: TransferUnit, route: Route): Promise<void> {
  if (!isRebalance(route)) return;
  const reserved = await reservationOf(tx, route.id, ownReservationId(route.id));
  if (reserved === undefined) await tx.transactions.insertReservation(ownReservation(route));
  else if (reserved.state === 'settled') await tx.transactions.reopenReservation(reserved.id);
}

/** Within the unit that reopens a refund: the float it was made from is reserved again. */
export async function reopenRefundReservation(tx: TransferUnit, routeId: string): Promise<void> {
  const reserved = await reservationOf(tx, routeId, refundReservationId(routeId));
  if (reserved?.state === 'settled') await tx.transactions.reopenReservation(reserved.id);
}

/** Within the caller's unit: frees the reserved float, unless it has left. */
export async function releasePayout(tx: TransferUnit, { id }: Route): Promise<void> {
  const reserved = await reservationOf(tx, id, payoutReservationId(id));
  if (reserved?.state === 'open') await tx.transactions.releaseReservation(reserved.id);
}

async function reservationOf(
  tx: TransferUnit,
  routeId: string,
  id: string,
): Promise<Reservation | undefined> {
  return (await tx.transactions.reservationsOf(routeId)).find((one) => one.id === id);
}
