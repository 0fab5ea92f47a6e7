import type { Reservation, Units } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/** Ids derived from the route's, so that every unit finds them. */
export function claimId(routeId: string): string {
  return `cl_${routeId}`;
}

export function holdId(routeId: string): string {
  return `ho_${routeId}`;
}

/**
 * On what was pulled into the float for a route: the payer's until it is delivered or refunded, so
 * it is no inventory.
 */
export function payersHold(
  { custody }: Pick<TransferPorts, 'custody'>,
  { id, order }: Route,
  units: Units,
  countsFromBlock: number,
): Reservation {
  return {
    id: holdId(id),
    routeId: id,
    kind: 'hold',
    units,
    state: 'open',
    countsFromBlock,
    settledBlock: null,
    book: { chain: order.from.chain, account: custody.account('float'), token: order.from.address },
  };
}
