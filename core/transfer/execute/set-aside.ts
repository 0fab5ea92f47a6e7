import type { RailManifest } from '@interline/ports';
import type { MoneyPorts } from '../money-ports.ts';
import { railsOf } from '../quote/collect-ways.ts';
import type { RailRefusal } from '../route.ts';
import type { ExecuteRequest } from './execute-route.ts';

type Ports = Pick<MoneyPorts, 'registry'>;

export const needsLive = 'broadcasts only with live: true';

/**
 * Every way of the lane that the request itself rules out, known without asking anybody: a route
 * keeps them, so that no fail-over takes one.
 */
export function setAsideWays(ports: Ports, request: ExecuteRequest): readonly RailRefusal[] {
  return ruledOut(
    ports,
    request,
    (manifest, way) =>
      reasonNotToAsk(manifest, way, request) ??
      (manifest.broadcast === 'opt-in' && request.live === null ? needsLive : null),
  );
}

/** Those of them that are not even asked for a price: `live: true` would not bring them back. */
export function unaskedWays(ports: Ports, request: ExecuteRequest): readonly RailRefusal[] {
  return ruledOut(ports, request, (manifest, way) => reasonNotToAsk(manifest, way, request));
}

function ruledOut(
  { registry }: Ports,
  { quote }: ExecuteRequest,
  reasonAgainst: (manifest: RailManifest, way: string) => string | null,
): readonly RailRefusal[] {
  return railsOf(registry, quote).flatMap(({ manifest }) =>
    manifest.ways.flatMap((way) => {
      const reason = reasonAgainst(manifest, way);
      return reason === null ? [] : [{ rail: way, code: 'NO_ROUTE' as const, reason }];
    }),
  );
}

function reasonNotToAsk(
  manifest: RailManifest,
  way: string,
  { excludeRails, onlyEnforced }: ExecuteRequest,
): string | null {
  if (excludeRails.includes(way) || excludeRails.includes(manifest.id))
    return 'excluded by the request';
  return onlyEnforced && manifest.minOut !== 'enforced' ? 'does not enforce minOut itself' : null;
}
