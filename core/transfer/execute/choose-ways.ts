import { type JsonObject, noUnits } from '@interline/kernel';
import type { MoneyPorts } from '../money-ports.ts';
import { collectWays } from '../quote/collect-ways.ts';
import { cannotExecute } from '../quote/no-route.ts';
import type { RankedWay } from '../quote/quote-route.ts';
import type { KeptIntent } from '../repository.ts';
import type { RailRefusal } from '../route.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { needsLive, unaskedWays } from './set-aside.ts';
import { floorFor } from './verify-intent.ts';

export interface WayChoice {
  /** Firm ways that meet the floor and may broadcast, best first. */
  readonly ways: readonly RankedWay[];
  /** Those that would, had the request said `live: true`. */
  readonly optIn: readonly RankedWay[];
  readonly refusals: readonly RailRefusal[];
  /** Ways that the request itself left out. */
  readonly setAside: readonly RailRefusal[];
}

export interface SortedWays extends WayChoice {
  /** Facts that ways show beside any quote of the pair, by the way's name. */
  readonly blocks: Readonly<Record<string, JsonObject>>;
}

/**
 * Ranks what can be executed. Throws the shared code of all refusals, or `NO_ROUTE`, where nothing
 * is left.
 */
export async function chooseWays(
  ports: Pick<MoneyPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptIntent | null,
  signal: AbortSignal,
): Promise<WayChoice> {
  const { ways, optIn, refusals, setAside } = await sortWays(ports, request, kept, signal);
  if (ways.length + optIn.length === 0) throw cannotExecute(refusals, setAside);
  return { ways: request.dryRun ? [...ways, ...optIn] : ways, optIn, refusals, setAside };
}

/**
 * How every way of the lane stands to the request. A kept intent goes at the figures its sign
 * request promised.
 */
export async function sortWays(
  ports: Pick<MoneyPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptIntent | null,
  signal: AbortSignal,
): Promise<SortedWays> {
  const floor = floorFor(request, kept);
  const unasked = unaskedWays(ports, request);
  const question = { ...request.quote, askedBy: request.client };
  const collected = await collectWays(
    ports.registry,
    floor === noUnits ? question : { ...question, minOutput: floor },
    unasked.map(({ rail }) => rail),
    signal,
  );
  const refusals: RailRefusal[] = [...collected.refusals];
  const setAside: RailRefusal[] = [...unasked];
  const ways: RankedWay[] = [];
  const optIn: RankedWay[] = [];
  const priced = collected.priced.map(({ rail, quote }) => ({
    rail,
    quote:
      kept !== null && kept.railPackage === rail.manifest.id && kept.quote.rail === quote.rail
        ? kept.quote
        : quote,
  }));

  for (const { rail, quote } of priced) {
    if (quote.kind === 'indicative') {
      refusals.push({ rail: quote.rail, code: 'UNSUPPORTED_DIRECTION', reason: quote.reason });
    } else if (quote.minOutput < floor) {
      refusals.push({
        rail: quote.rail,
        code: 'BELOW_AGREED_OUTPUT',
        reason: `output ${quote.minOutput} is below the agreed ${floor}`,
      });
    } else if (rail.manifest.broadcast === 'opt-in' && request.live === null) {
      optIn.push({ railPackage: rail.manifest.id, quote });
      setAside.push({ rail: quote.rail, code: 'NO_ROUTE', reason: needsLive });
    } else {
      ways.push({ railPackage: rail.manifest.id, quote });
    }
  }
  return { ways, optIn, refusals, setAside, blocks: collected.blocks };
}
