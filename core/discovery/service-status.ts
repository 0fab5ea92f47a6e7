import {
  type ChainRef,
  evmChainId,
  evmNodes,
  isNative,
  type Lane,
  matchLane,
  nonEvmNodes,
  quoteOnlyReason,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { ChainReader, Clock, RailPort, RailRegistry } from '@interline/ports';
import { chainScope, closedOf, laneScope, scopesOfEngine, type Switch } from '../switches/index.ts';
import type { TransferReads } from '../transfer/index.ts';

export interface PartState {
  readonly name: string;
  readonly isUp: boolean;
}

/**
 * - operational: every configured part is up
 * - degraded: some part is down, paused or draining, a chain shows less than the books, or float
 *   or gas is outside the operator's bounds, some lane still executable
 * - down: no lane can be executed
 * - unknown: the parts have not been probed yet
 */
export interface ServiceState {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown';
  readonly atMs: number;
  /** The whole mesh; a node that this deployment does not serve is not up. */
  readonly evm: readonly (PartState & { readonly chainId: number })[];
  readonly nonEvm: readonly PartState[];
  /** By the names of the engines. */
  readonly rails: readonly PartState[];
  /** Directed pairs of chains that can be executed now; null while unknown. */
  readonly routes: number | null;
  /** What accepts nothing new by the operator's order; why and by whom is not public. */
  readonly switches: readonly Pick<Switch, 'scope' | 'state' | 'sinceMs'>[];
}

/**
 * Chains, rails and store are probed at most every 30 s, once for all callers. A chain whose last
 * read failed, or a store that takes no writes, shows at once. Never throws.
 */
export type ServiceStatus = () => Promise<ServiceState>;

export interface ServiceStatusParts {
  readonly registry: RailRegistry;
  readonly reader: ChainReader;
  readonly reads: {
    readonly transfers: Pick<TransferReads, 'route'>;
    /** Holdings of which a chain shows less than the books. */
    readonly books: { deficits(): Promise<readonly unknown[]> };
  };
  /** Whether the store takes writes now; a read cannot tell. */
  readonly store: { isUp(): boolean };
  readonly tokens: TokenList;
  readonly clock: Clock;
  /** At most a second old. */
  readonly switches: () => Promise<readonly Switch[]>;
  /** Whether a float or a gas account is outside the bounds of the config. */
  readonly hasFloatAlarm: () => Promise<boolean>;
  /** The chains that this deployment serves. */
  readonly chains: readonly ChainRef[];
  /** Aborts when the process ends: probes outlive the request that started them. */
  readonly lifetime: AbortSignal;
}

const probeFreshMs = 30_000;
const probeDeadlineMs = 3_000;
/** How long a caller waits for a running probe. */
const patienceMs = 1_000;

interface Probe {
  readonly isStoreUp: boolean;
  readonly hasDeficit: boolean;
  readonly hasFloatAlarm: boolean;
  /** Chains that have not answered the probe's read; `isUp` does not know of that read yet. */
  readonly hanging: ReadonlySet<ChainRef>;
  readonly upRails: ReadonlySet<RailPort>;
}

export function serviceStatus(parts: ServiceStatusParts): ServiceStatus {
  const probed = cachedProbe(parts);
  const lanes = firmLanes(parts);
  return async () => stateOf(parts, lanes, await probed(), await parts.switches());
}

/**
 * Whether some rail with real transactions settles the lane; what the mesh knows as quote-only
 * never counts.
 */
export function isFirmLane(rails: readonly RailPort[], lane: Lane): boolean {
  return quoteOnlyReason(lane) === null && rails.some((rail) => settles(rail, lane));
}

interface FirmLane extends Lane {
  readonly rails: readonly RailPort[];
}

function firmLanes({ registry, chains, tokens }: ServiceStatusParts): readonly FirmLane[] {
  const sources = chains.filter((chain) => tokens.on(chain).some(canLeave));
  const destinations = chains.filter((chain) => tokens.on(chain).length > 0);
  const pairs = sources.flatMap((from) => destinations.map((to) => ({ from, to })));
  return pairs
    .map((lane) => ({
      ...lane,
      rails: registry.onLane(lane).filter((rail) => settles(rail, lane)),
    }))
    .filter((lane) => isFirmLane(lane.rails, lane));
}

function settles(rail: RailPort, lane: Lane): boolean {
  return (
    rail.manifest.effects === 'real' && matchLane(rail.manifest.lanes, lane)?.settles === 'firm'
  );
}

/** No permit can pull an EVM chain's coin; non-EVM nodes take deposits. */
function canLeave(token: TokenRef): boolean {
  return !isNative(token) || evmChainId(token.chain) === null;
}

function stateOf(
  parts: ServiceStatusParts,
  lanes: readonly FirmLane[],
  probe: Probe | null,
  switches: readonly Switch[],
): ServiceState {
  const isUp = (chain: ChainRef): boolean =>
    probe !== null &&
    !probe.hanging.has(chain) &&
    parts.chains.includes(chain) &&
    parts.reader.isUp(chain);
  const open = lanes
    .filter((lane) => isLaneOpen(lane, switches))
    .map((lane) => ({ ...lane, rails: lane.rails.filter((rail) => isRailOpen(rail, switches)) }));
  const routes = probe === null ? null : countRunning(open, probe, isUp, parts.store.isUp());
  const view = {
    atMs: parts.clock.now(),
    evm: evmNodes.map(({ chain, chainId, name }) => ({ chainId, name, isUp: isUp(chain) })),
    nonEvm: nonEvmNodes
      .filter((node) => node.inMesh)
      .map(({ chain, wire }) => ({ name: wire, isUp: isUp(chain) })),
    rails: parts.registry.rails.flatMap((rail) =>
      rail.manifest.ways.map((name) => ({ name, isUp: probe?.upRails.has(rail) ?? false })),
    ),
    routes,
    switches: switches.map(({ scope, state, sinceMs }) => ({ scope, state, sinceMs })),
  };
  if (probe === null || routes === null) return { ...view, status: 'unknown' };
  if (routes === 0) return { ...view, status: 'down' };
  const isWhole =
    !probe.hasDeficit &&
    !probe.hasFloatAlarm &&
    switches.length === 0 &&
    parts.chains.every(isUp) &&
    view.rails.every((rail) => rail.isUp);
  return { ...view, status: isWhole ? 'operational' : 'degraded' };
}

function isLaneOpen(lane: Lane, switches: readonly Switch[]): boolean {
  const scopes = ['service', chainScope(lane.from), chainScope(lane.to), laneScope(lane)];
  return closedOf(switches, scopes) === null;
}

function isRailOpen({ manifest }: RailPort, switches: readonly Switch[]): boolean {
  return manifest.ways.some(
    (engine) => closedOf(switches, scopesOfEngine(engine, manifest.id)) === null,
  );
}

function countRunning(
  lanes: readonly FirmLane[],
  probe: Probe,
  isUp: (chain: ChainRef) => boolean,
  takesWrites: boolean,
): number {
  // Without the store nothing can be recorded, so nothing is executed.
  if (!probe.isStoreUp || !takesWrites) return 0;
  return lanes.filter(
    (lane) =>
      isUp(lane.from) && isUp(lane.to) && lane.rails.some((rail) => probe.upRails.has(rail)),
  ).length;
}

/**
 * One probe at a time. A caller who would wait too long gets the probe before, or null where there
 * was none.
 */
function cachedProbe(parts: ServiceStatusParts): () => Promise<Probe | null> {
  const { clock } = parts;
  let latest: { readonly probe: Probe; readonly at: number } | null = null;
  let flight: Promise<void> | null = null;
  return async () => {
    if (latest !== null && clock.monotonic() - latest.at < probeFreshMs) return latest.probe;
    flight ??= probeParts(parts).then((probe) => {
      latest = { probe, at: clock.monotonic() };
      flight = null;
    });
    await within(flight, { clock, ms: patienceMs, otherwise: undefined });
    return latest?.probe ?? null;
  };
}

async function probeParts(parts: ServiceStatusParts): Promise<Probe> {
  const { registry, reads } = parts;
  const [isStoreUp, hasDeficit, hasFloatAlarm, hanging, ...railsUp] = await Promise.all([
    // One row by its key, so that the probe costs the same on a large table.
    reads.transfers.route('').then(
      () => true,
      () => false,
    ),
    reads.books.deficits().then(
      (found) => found.length > 0,
      () => false,
    ),
    parts.hasFloatAlarm().catch(() => false),
    touchChains(parts),
    ...registry.rails.map(async (rail) => isRailUp(parts, rail)),
  ]);
  return {
    isStoreUp,
    hasDeficit,
    hasFloatAlarm,
    hanging,
    upRails: new Set(registry.rails.filter((_rail, index) => railsUp[index])),
  };
}

/**
 * Reads every chain, since `isUp` reports the last read and an instance that only takes requests
 * may not have read for a while. Returns the chains that are silent at the deadline; a chain that
 * answers or fails later leaves the set then.
 */
async function touchChains(parts: ServiceStatusParts): Promise<ReadonlySet<ChainRef>> {
  const { reader, chains, clock, lifetime } = parts;
  const hanging = new Set(chains);
  const touched = chains.map(async (chain) => {
    await reader.gasCostWei(chain, 1n, lifetime).catch(() => undefined);
    hanging.delete(chain);
  });
  await within(Promise.all(touched), { clock, ms: probeDeadlineMs, otherwise: undefined });
  return hanging;
}

async function isRailUp(parts: ServiceStatusParts, rail: RailPort): Promise<boolean> {
  const asked = Promise.resolve()
    .then(() => rail.health(parts.lifetime))
    .then(
      (health) => health.isUp,
      () => false,
    );
  return within(asked, { clock: parts.clock, ms: probeDeadlineMs, otherwise: false });
}

async function within<T>(
  answer: Promise<T>,
  { clock, ms, otherwise }: { readonly clock: Clock; readonly ms: number; readonly otherwise: T },
): Promise<T> {
  const alarm = clock.alarm(ms);
  try {
    return await Promise.race([answer, alarm.rang.then(() => otherwise)]);
  } finally {
    alarm.cancel();
  }
}
