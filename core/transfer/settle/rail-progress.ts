import { isRelayError, type JsonObject, type Progress } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/**
 * Where the route's rail says that the transfer stands; null where it is gone, or cannot tell now.
 */
export async function railProgress(
  { registry, log }: Pick<TransferPorts, 'registry' | 'log'>,
  route: Route,
  ref: JsonObject,
  signal: AbortSignal,
): Promise<Progress | null> {
  const rail = route.isSimulated ? registry.sandbox : registry.byId(route.railPackage);
  if (rail === undefined) return null;
  return rail.track(ref, signal).catch((error: unknown) => {
    log.warn('track-failed', {
      routeId: route.id,
      rail: route.rail,
      code: isRelayError(error) ? error.code : 'RAIL_FAULT',
    });
    return null;
  });
}
