import { isRelayError, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';
import { excludedOffers } from './choose-offers.ts';
import { askersOf, type ExecuteRequest } from '../execute-request.ts';
import { prepareOrder, type PreparedOrder } from './prepare-order.ts';

/** The kept order's price no longer holds; carries what to sign instead. */
export class PriceMoved extends RelayError {
  /** The same transfer at today's price; null where it cannot be had now. */
  readonly renewed: PreparedOrder | null;

  constructor(reason: string, renewed: PreparedOrder | null) {
    super('PRICE_MOVED', {}, reason);
    this.renewed = renewed;
  }
}

/**
 * The refusal of a kept order whose price moved, with a new sign request for the same transfer. Its
 * floor is the new price's own: the old one belongs to the fee that does not hold any more. The
 * permit that was sent stays unspent.
 */
export async function priceMoved(
  ports: TransferPorts,
  request: ExecuteRequest,
  { payer }: Pick<KeptOrder, 'payer'>,
  reason: string,
  signal: AbortSignal,
): Promise<PriceMoved> {
  const { quote } = request;
  const excluded = excludedOffers(ports, request).map(({ rail }) => rail);
  try {
    const asked = { ...quote, payer, askedBy: askersOf(request) };
    return new PriceMoved(reason, await prepareOrder(ports)(asked, null, excluded, signal));
  } catch (error) {
    if (signal.aborted || !isRelayError(error)) throw error;
    ports.log.debug('sign-request-not-renewed', { code: error.code });
    return new PriceMoved(reason, null);
  }
}
