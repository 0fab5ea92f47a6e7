import type { Order, Units } from '@interline/kernel';
import { askersOf, type ExecuteRequest } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';

/**
 * The minimum that must arrive: the request's, otherwise what its sign request promised. Null if
 * neither has one; then the current offers decide.
 */
export function agreedFloorOf(request: ExecuteRequest, kept: KeptOrder | null): Units | null {
  return request.minOut ?? kept?.order.minOutput ?? null;
}

/** The order that the rails get for the request, with its route's id. */
export function orderOf(
  { custody }: Pick<TransferPorts, 'custody'>,
  request: ExecuteRequest,
  floor: Units,
  routeId: string,
): Order {
  return {
    ...request.quote,
    routeId,
    askedBy: askersOf(request),
    payer: request.quote.payer ?? custody.account(request.quote.lane.from, 'float'),
    minOutput: floor,
  };
}
