import type { Order, Units } from '@interline/kernel';
import { askersOf, type ExecuteRequest } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';

/**
 * The least that must arrive: what the request says, else what its sign request promised. Null
 * where neither says it; then the offers of the moment do.
 */
export function agreedFloorOf(request: ExecuteRequest, kept: KeptOrder | null): Units | null {
  return request.minOut ?? kept?.order.minOutput ?? null;
}

/** What the request asks the rails to carry, under the id of its route. */
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
