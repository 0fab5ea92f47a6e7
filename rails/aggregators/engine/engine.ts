import {
  type Address,
  type Askers,
  isRelayError,
  type Log,
  type RailContext,
  type Refusal,
  refuse,
  type WayHealth,
} from '@interline/plugins';
import type { AggregatorSettings, EngineSettings } from '../settings.ts';
import type { Upstream, UpstreamApi, UpstreamSettings } from '../upstream/upstream.ts';
import { askOverLine, type EngineLine, usedUp } from './ask-over-line.ts';
import { quoteLines, statusLine } from './engine-lines.ts';
import { EnginePause } from './engine-pause.ts';

/** An upstream as configured by this deployment. */
export interface Engine {
  readonly upstream: Upstream;
  /** A disabled engine makes no offer and no plan, but its open transfers are still tracked. */
  readonly isEnabled: boolean;
  readonly chainIds: ReadonlySet<number>;
  /** One API per kind of request; they differ in their waits and limits. */
  readonly apis: EngineApis;
  /** The contracts that it may make us call on a chain; null if the deployment lists none. */
  knownContracts(chainId: number): readonly Address[] | null;
  /** The contract on that chain that recalls undelivered transfers; null if there is none. */
  recallAt(chainId: number): Address | null;
  health(): WayHealth;
}

/** The API for the client that asks; undefined for our own work on accepted routes. */
type ApiFor = (askedBy: Askers) => UpstreamApi;

interface EngineApis {
  readonly price: ApiFor;
  readonly build: ApiFor;
  readonly status: ApiFor;
}

export function makeEngine(
  upstream: Upstream,
  context: RailContext,
  settings: AggregatorSettings,
): Engine {
  const own = ownSettings(upstream, settings);
  const pause = new EnginePause(upstream.name, context.clock);
  const parts = { upstream, own, settings, context, pause };
  const quotes = quoteLines(parts);
  const { chainIds } = own;
  return {
    upstream,
    isEnabled: own.enabled,
    chainIds: new Set(upstream.chainIds.filter((id) => chainIds === null || chainIds.includes(id))),
    apis: engineApis(
      context,
      { ...own, signer: own.signer ?? upstream.traits.signer ?? null },
      { ...quotes, status: statusLine(parts) },
    ),
    knownContracts: (chainId) => knownContracts(own, chainId),
    recallAt: (chainId) => recallAt(upstream, own, chainId),
    health: () => healthOf(quotes.price),
  };
}

function ownSettings({ name }: Upstream, { engines }: AggregatorSettings): EngineSettings {
  const own = engines[name];
  if (own === undefined)
    throw new Error(`the settings were read for other engines; they have none for ${name}`);
  return own;
}

function engineApis(
  context: RailContext,
  settings: UpstreamSettings,
  lines: Readonly<Record<keyof EngineApis, EngineLine>>,
): EngineApis {
  const { apiKey, integrator, feeBps, feeTaker, allow, deny, signer } = settings;
  const { http, clock, log } = context;
  const over =
    (line: EngineLine) =>
    (askedBy: Askers): UpstreamApi => ({
      settings: { apiKey, integrator, feeBps, feeTaker, allow, deny, signer },
      nowMs: () => clock.now(),
      ask: (request, signal) =>
        askOverLine(line, { http, clock, log }, { request, askedBy }, signal),
      leftOut: (place) => log.warn('upstream.item-left-out', { upstream: line.engine, place }),
    });
  return { price: over(lines.price), build: over(lines.build), status: over(lines.status) };
}

function knownContracts({ contracts }: EngineSettings, chainId: number): readonly Address[] | null {
  const listed = [...(contracts[String(chainId)] ?? []), ...(contracts['*'] ?? [])];
  return listed.length === 0 ? null : listed;
}

function recallAt(
  { recall }: Upstream,
  { recallContracts }: EngineSettings,
  chainId: number,
): Address | null {
  if (recall === undefined) return null;
  return recallContracts[String(chainId)] ?? recallContracts['*'] ?? recall.at;
}

/** Whether a client can get a price now, and why not. Sends no request. */
function healthOf(line: EngineLine): WayHealth {
  const { bucket, leaves, pause, breaker } = line;
  const requestsLeft = bucket.left(leaves);
  if (pause.leftMs > 0) return { state: 'paused', reason: pause.error().message, requestsLeft };
  if (breaker.isResting) return { state: 'resting', reason: breaker.error().message, requestsLeft };
  return requestsLeft === 0
    ? { state: 'used-up', reason: usedUp(line, { shares: [], leaves }).message, requestsLeft }
    : { state: 'open', requestsLeft };
}

/**
 * Converts an engine's fault into its refusal. Only our own errors keep their message and their
 * retry delay.
 */
export function refusalOfFault(
  engine: string,
  step: 'price' | 'build',
  error: unknown,
  log: Log,
): Refusal {
  if (isRelayError(error)) {
    const { retryAfterMs } = error.details;
    return refuse(
      error.code,
      error.message,
      typeof retryAfterMs === 'number' ? { retryAfterMs } : {},
    );
  }
  log.warn('upstream.fault', { upstream: engine, step });
  return refuse('RAIL_FAULT', `${engine} answered something that cannot be read`);
}
