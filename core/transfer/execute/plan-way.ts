import { type Order, type Plan, type RailOutcome, refuse } from '@interline/kernel';
import type { MoneyPorts } from '../money-ports.ts';
import type { RankedWay } from '../quote/quote-route.ts';

/** Asks the package that gave the quote for the steps that fulfil it. */
export async function planWay(
  { registry }: Pick<MoneyPorts, 'registry'>,
  order: Order,
  way: RankedWay,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const rail = registry.byId(way.railPackage);
  return rail === undefined
    ? refuse('RAIL_DOWN', 'the rail is gone')
    : rail.plan(order, way.quote, signal);
}
