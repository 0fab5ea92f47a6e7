import { type Order, type Plan, type RailOutcome, refuse } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { RankedOffer } from '../quote/quote-route.ts';

/** Asks the package that gave the quote for the steps that fulfil it. */
export async function planOffer(
  { registry }: Pick<TransferPorts, 'registry'>,
  order: Order,
  offer: RankedOffer,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const rail = registry.byId(offer.railPackage);
  return rail === undefined
    ? refuse('RAIL_DOWN', 'the rail is gone')
    : rail.plan(order, offer.quote, signal);
}
