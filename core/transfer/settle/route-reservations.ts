import { openReservation, type Reservation, routeOwner, type Units } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';

/** Id of the claim: float reserved for the route's payout. */
export function claimId(routeId: string): string {
  return `cl_${routeId}`;
}

/** Id of the hold: what was pulled into the float for the route. */
export function holdId(routeId: string): string {
  return `ho_${routeId}`;
}

/** Id of the float reserved for a refund that an operator makes from it. */
export function refundClaimId(routeId: string): string {
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
    kind: 'hold',
    units,
    countsFromBlock,
    book: { chain: order.from.chain, account: custody.account('float'), token: order.from.address },
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
  const hold = await reservationOf(tx, route.id, holdId(route.id));
  if (hold === undefined)
    return tx.transactions.insertReservation(payersHold(ports, route, units, block));
  // Never later: after a reorg a balance read before it may show the money already.
  return tx.transactions.setReservation(hold.id, {
    units,
    countsFromBlock: Math.min(hold.countsFromBlock, block),
  });
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

/** Within the unit that reopens a refund: the float it was made from is reserved again. */
export async function reopenRefundClaim(tx: TransferUnit, routeId: string): Promise<void> {
  const claim = await reservationOf(tx, routeId, refundClaimId(routeId));
  if (claim?.state === 'settled') await tx.transactions.reopenReservation(claim.id);
}

/** Within the caller's unit: frees the reserved float, unless it has left. */
export async function releaseClaim(tx: TransferUnit, { id }: Route): Promise<void> {
  const claim = await reservationOf(tx, id, claimId(id));
  if (claim?.state === 'open') await tx.transactions.releaseReservation(claim.id);
}

async function reservationOf(
  tx: TransferUnit,
  routeId: string,
  id: string,
): Promise<Reservation | undefined> {
  return (await tx.transactions.reservationsOf(routeId)).find((one) => one.id === id);
}
