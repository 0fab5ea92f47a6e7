import type { MoneyPorts } from '../money-ports.ts';
import type { RankedWay } from '../quote/quote-route.ts';
import type { KeptIntent } from '../repository.ts';
import type { RailRefusal } from '../route.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { floorFor } from './verify-intent.ts';

/**
 * The way that the sign request was made with, where this request may still take it: nobody else
 * has to be asked then.
 */
export function promisedWay(
  { registry }: Pick<MoneyPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptIntent | null,
  setAside: readonly RailRefusal[],
): RankedWay | null {
  if (kept === null || setAside.some(({ rail }) => rail === kept.quote.rail)) return null;
  const { quote, railPackage } = kept;
  return registry.byId(railPackage) === undefined || quote.minOutput < floorFor(request, kept)
    ? null
    : { railPackage, quote };
}
