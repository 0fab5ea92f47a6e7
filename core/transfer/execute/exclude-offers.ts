import type { RailManifest } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import { railsOf } from '../quote/collect-offers.ts';
import type { RailRefusal } from '../route.ts';
import type { ExecuteRequest } from './execute-route.ts';

type Ports = Pick<TransferPorts, 'registry'>;

export const needsLive = 'broadcasts only with live: true';

/**
 * Every way of the lane that the request itself rules out, known without asking anybody: a route
 * keeps them, so that no fail-over takes one.
 */
export function excludedOffers(ports: Ports, request: ExecuteRequest): readonly RailRefusal[] {
  return ruledOut(
    ports,
    request,
    (manifest, offer) =>
      reasonNotToAsk(manifest, offer, request) ??
      (manifest.broadcast === 'opt-in' && request.live === null ? needsLive : null),
  );
}

/** Those of them that are not even asked for a price: `live: true` would not bring them back. */
export function unaskedOffers(ports: Ports, request: ExecuteRequest): readonly RailRefusal[] {
  return ruledOut(ports, request, (manifest, offer) => reasonNotToAsk(manifest, offer, request));
}

function ruledOut(
  { registry }: Ports,
  { quote }: ExecuteRequest,
  reasonAgainst: (manifest: RailManifest, offer: string) => string | null,
): readonly RailRefusal[] {
  return railsOf(registry, quote).flatMap(({ manifest }) =>
    manifest.ways.flatMap((offer) => {
      const reason = reasonAgainst(manifest, offer);
      return reason === null ? [] : [{ rail: offer, code: 'NO_ROUTE' as const, reason }];
    }),
  );
}

function reasonNotToAsk(
  manifest: RailManifest,
  offer: string,
  { excludeRails, onlyEnforced }: ExecuteRequest,
): string | null {
  if (excludeRails.includes(offer) || excludeRails.includes(manifest.id))
    return 'excluded by the request';
  return onlyEnforced && manifest.minOut !== 'enforced' ? 'does not enforce minOut itself' : null;
}
