import { isRelayError, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';
import { excludedOffers } from './choose-offers.ts';
import { askersOf, type ExecuteRequest } from '../execute-request.ts';
import { prepareOrder, type PreparedOrder } from './prepare-order.ts';

/** The kept order's price no longer holds; carries a new request to sign. */
export class PriceMoved extends RelayError {
  /** The same transfer at the current price; null if it is not available now. */
  readonly renewed: PreparedOrder | null;

  constructor(reason: string, renewed: PreparedOrder | null) {
    super('PRICE_MOVED', {}, reason);
    this.renewed = renewed;
  }
}

/**
 * The refusal of a kept order whose price moved, with a new sign request for the same transfer. The
 * new request has the new price's own floor, because the old floor belongs to a fee that no longer
 * holds. The sent permit stays unspent.
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
