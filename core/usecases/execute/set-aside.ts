import type { RailRefusal } from '@interline/domain';
import type { RailPort } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { railsOf } from '../quote/collect-ways.ts';
import type { ExecuteRequest } from './execute-route.ts';

/** Every way of the lane that the request itself rules out, known without asking anybody: a route keeps them, so that no fail-over takes one. */
export function setAsideWays({ registry }: Pick<MoneyPorts, 'registry'>, request: ExecuteRequest): readonly RailRefusal[] {
  return railsOf(registry, request.quote).flatMap((rail) => rail.manifest.ways.flatMap((way) => {
    const reason = reasonAgainst(rail, way, request);
    return reason === null ? [] : [{ rail: way, code: 'NO_ROUTE' as const, reason }];
  }));
}

function reasonAgainst({ manifest }: RailPort, way: string, { excludeRails, onlyEnforced, live }: ExecuteRequest): string | null {
  if (excludeRails.includes(way) || excludeRails.includes(manifest.id)) return 'excluded by the request';
  if (onlyEnforced && manifest.minOut !== 'enforced') return 'does not enforce minOut itself';
  return manifest.broadcast === 'opt-in' && live === null ? 'broadcasts only with live: true' : null;
}
