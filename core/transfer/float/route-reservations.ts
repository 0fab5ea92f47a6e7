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

/** Id of the reservation for the route's payout. */
export function payoutReservationId(routeId: string): string {
  return `cl_${routeId}`;
}

/** Id of the hold on what was pulled into the float for the route. */
export function holdId(routeId: string): string {
  return `ho_${routeId}`;
}

/** Id of the reservation for a rebalancing's transfer to the spender. */
export function ownReservationId(routeId: string): string {
  return `oc_${routeId}`;
}

/** Id of the reservation for a refund that an operator makes from the float. */
export function refundReservationId(routeId: string): string {
  return `rc_${routeId}`;
}

/**
 * The hold on what was pulled into the float for a route. It belongs to the payer until it is
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
 * Must run in the unit that credits a pull. From the pull's block on, the float's balance includes
 * the payer's money, which is held from then on.
 */
export async function holdCredited(
  ports: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  route: Route,
  units: Units,
  block: number,
): Promise<void> {
  if (route.plan.pullTo !== 'float') return;
  // Never from a later block: after a reorg, an earlier balance may already include the money.
  await tx.transactions.putHold(payersHold(ports, route, units, block));
}

/**
 * Must run in the unit that reopens a route. The pulled amount belongs to the payer again until the
 * payout or refund is mined again.
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
 * The reservation of float that a rebalancing sends to the spender. It is not free for other uses
 * from the accepting commit until the transfer is mined or void.
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

/**
 * Must run in the unit that sees a rebalancing's own transfer mined in that block: the money has
 * left the float.
 */
export async function settleOwnReservation(
  tx: TransferUnit,
  routeId: string,
  block: number,
): Promise<void> {
  if ((await reservationOf(tx, routeId, ownReservationId(routeId))) !== undefined)
    await tx.transactions.settleReservation(ownReservationId(routeId), block);
}

/**
 * Must run in the unit that finds a rebalancing's own transfer void: the float still has the money.
 */
export function releaseOwnReservation(tx: TransferUnit, routeId: string): Promise<void> {
  return tx.transactions.releaseReservation(ownReservationId(routeId));
}

/**
 * Must run in the unit that reopens a rebalancing's own transfer. Its bytes may leave the float
 * again, even if they had been void.
 */
export async function reopenOwnReservation(tx: TransferUnit, route: Route): Promise<void> {
  if (!isRebalance(route)) return;
  const reserved = await reservationOf(tx, route.id, ownReservationId(route.id));
  if (reserved === undefined) await tx.transactions.insertReservation(ownReservation(route));
  else if (reserved.state === 'settled') await tx.transactions.reopenReservation(reserved.id);
}

/** Must run in the unit that reopens a refund. The float it came from is reserved again. */
export async function reopenRefundReservation(tx: TransferUnit, routeId: string): Promise<void> {
  const reserved = await reservationOf(tx, routeId, refundReservationId(routeId));
  if (reserved?.state === 'settled') await tx.transactions.reopenReservation(reserved.id);
}

/** Must run in the caller's unit. Frees the reserved float unless it has left. */
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
