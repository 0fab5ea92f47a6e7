import type { TransferPorts } from '../ports.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { KeptOrder } from '../repository.ts';
import type { RailRefusal } from '../route.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { floorFor } from './verify-order.ts';

/**
 * The way that the sign request was made with, where this request may still take it: nobody else
 * has to be asked then.
 */
export function promisedOffer(
  { registry }: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  excluded: readonly RailRefusal[],
): RankedOffer | null {
  if (kept === null || excluded.some(({ rail }) => rail === kept.quote.rail)) return null;
  const { quote, railPackage } = kept;
  return registry.byId(railPackage) === undefined || quote.minOutput < floorFor(request, kept)
    ? null
    : { railPackage, quote };
}
