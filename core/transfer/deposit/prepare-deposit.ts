import {
  noUnits,
  quoteOnlyReason,
  type QuoteRequest,
  RelayError,
  type Units,
} from '@interline/kernel';
import { recipientRefusals } from '../execute/check-order.ts';
import { meetsFloor, refuseBelowFloor } from '../execute/choose-offers.ts';
import { laneChecks } from '../execute/lane-checks.ts';
import type { TransferPorts } from '../ports.ts';
import { collectOffers } from '../quote/collect-offers.ts';
import { routeQuoteOf, type RouteQuote } from '../quote/quote-route.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import { depositFacts } from './deposit-facts.ts';

export interface PreparedDeposit {
  readonly quote: RouteQuote;
  /** The `minOut` that the execute body must have. */
  readonly minOut: Units;
}

/**
 * What an agent needs before it pays a deposit: the best executable price. Nothing is signed or
 * stored, and no address is issued. Throws the errors that execute would.
 */
export type PrepareDeposit = (
  request: QuoteRequest & { readonly recipient: string },
  minOut: Units | null,
  excludeRails: readonly string[],
  signal: AbortSignal,
) => Promise<PreparedDeposit>;

export function prepareDeposit(
  ports: Pick<
    TransferPorts,
    | 'custody'
    | 'deposits'
    | 'store'
    | 'registry'
    | 'tokens'
    | 'price'
    | 'policy'
    | 'chains'
    | 'clock'
  >,
): PrepareDeposit {
  return async (request, minOut, excludeRails, signal) => {
    const corridor = quoteOnlyReason(request.lane);
    if (corridor !== null) throw new RelayError('UNSUPPORTED_DIRECTION', {}, corridor);
    const [lost] = recipientRefusals(ports, {
      quote: request,
      mode: 'deposit',
      allowBurnAddress: false,
    });
    if (lost !== undefined) throw lost;
    for (const check of laneChecks(ports, { mode: 'deposit', quote: request }, signal))
      await check();
    const floor = minOut ?? noUnits;
    const collected = await collectOffers(
      ports.registry,
      floor === noUnits ? request : { ...request, minOutput: floor },
      excludeRails,
      signal,
    );
    const best = collected.priced.find(({ quote }) => meetsFloor(quote, floor))?.quote;
    if (best === undefined || best.kind !== 'firm')
      throw cannotExecute(
        [
          ...collected.refusals,
          ...collected.priced.map(({ quote }) => refuseBelowFloor(quote, floor)),
        ],
        collected.excluded,
      );
    const deposit = await depositFacts(ports, request, best, signal);
    const quote = routeQuoteOf(best, collected);
    return {
      quote: deposit === null ? quote : { ...quote, deposit },
      minOut: best.minOutput,
    };
  };
}
