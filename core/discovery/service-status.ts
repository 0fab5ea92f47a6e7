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
import type {
  ChainFacts,
  ChainReader,
  Clock,
  Health,
  RailPort,
  RailRegistry,
  WayHealth,
} from '@interline/ports';
import { chainScope, closedOf, laneScope, scopesOfEngine, type Switch } from '../switches/index.ts';
import type { TransferReads } from '../transfer/index.ts';
import { statusReasons } from './status-reasons.ts';
import { within } from '../within.ts';

export interface PartState {
  readonly name: string;
  readonly isUp: boolean;
}

export interface EngineState extends PartState {
  /** Why it is down: for the operator, never public. */
  readonly reason: string | null;
  /** How it fares apart from its rail, where the rail says so; public. */
  readonly own: WayHealth | null;
}

/**
 * - operational: every configured part is up
 * - degraded: some part is down, paused or draining, an account is stopped, a chain shows less than
 *   the books or has something for a person to see to, a log has lost leaves, or float or gas is outside
 *   the operator's bounds, some lane still executable
 * - down: no lane can be executed
 * - unknown: the parts have not been probed yet
 */
export interface ServiceState {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown';
  readonly atMs: number;
  /** The whole mesh; a node that this deployment does not serve is not up. */
  readonly evm: readonly (PartState & { readonly chainId: number })[];
  readonly nonEvm: readonly (PartState & {
    /** What answers is no node, but behaves like one: a devnet's. */
    readonly isSimulated?: true;
  })[];
  /** By the names of the engines. */
  readonly rails: readonly EngineState[];
  /** Directed pairs of chains that can be executed now; null while unknown. */
  readonly routes: number | null;
  /** What accepts nothing new by the operator's order; why and by whom is not public. */
  readonly switches: readonly Pick<Switch, 'scope' | 'state' | 'sinceMs'>[];
  /** Why it is not operational, a clause each: for the operator, never public. */
  readonly reasons: readonly string[];
}

/**
 * Chains, rails and store are probed at most every 30 s, once for all callers. A chain whose last
 * read failed, or a store that takes no writes, shows at once. Never throws.
 */
export type ServiceStatus = () => Promise<ServiceState>;

export interface ServiceStatusParts {
  readonly registry: RailRegistry;
  readonly reader: ChainReader;
  /** What reads the chains that are only priced. */
  readonly facts: Pick<ChainFacts, 'reads' | 'heightOf'>;
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
  /** Float and gas outside the bounds of the config, a clause each. */
  readonly floatAlarms: () => Promise<readonly string[]>;
  /** What a person should see to on chains that are served, a clause each. */
  readonly chainWarnings: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Logs of which witnesses remember leaves that the store has lost. */
  readonly lostLogs: () => Promise<readonly string[]>;
  /** Why no receipt is signed of routes that end, a clause each. */
  readonly receiptAlarms: () => Promise<readonly string[]>;
  /** By how much the clock is ahead of what is believed; see `core/sure-time`. */
  readonly clockAheadMs: () => Promise<number>;
  /** Chains on which an account of the keys in use is stopped: nothing new goes to or from them. */
  readonly stoppedChains: () => Promise<readonly ChainRef[]>;
  /** The chains that this deployment serves. */
  readonly chains: readonly ChainRef[];
  /** Those whose node only behaves like one. */
  readonly simulated: readonly ChainRef[];
  /** Aborts when the process ends: probes outlive the request that started them. */
  readonly lifetime: AbortSignal;
}

const probeFreshMs = 30_000;
const probeDeadlineMs = 3_000;
/** How long a caller waits for a running probe. */
const patienceMs = 1_000;

interface Probe {
  readonly isStoreUp: boolean;
  readonly deficits: number;
  readonly clockAheadMs: number;
  readonly floatAlarms: readonly string[];
  readonly chainWarnings: readonly string[];
  readonly lostLogs: readonly string[];
  readonly receiptAlarms: readonly string[];
  readonly stoppedChains: readonly ChainRef[];
  /** Chains without custody that answered the probe's read: they are priced. */
  readonly priced: ReadonlySet<ChainRef>;
  /** Chains that have not answered the probe's read; `isUp` does not know of that read yet. */
  readonly hanging: ReadonlySet<ChainRef>;
  readonly health: ReadonlyMap<RailPort, Health>;
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
  const healthOfRail = (rail: RailPort): Health => probe?.health.get(rail) ?? { isUp: false };
  const isRailUp = (rail: RailPort): boolean => healthOfRail(rail).isUp;
  const reasonOf = (rail: RailPort): string | null => healthOfRail(rail).reason ?? null;
  const enginesOf = (rail: RailPort): readonly EngineState[] =>
    rail.manifest.ways.map((name) => engineState(name, healthOfRail(rail)));
  const takesWrites = probe?.isStoreUp === true && parts.store.isUp();
  const runs = (chain: ChainRef): boolean =>
    isUp(chain) && probe?.stoppedChains.includes(chain) === false;
  // Without the store nothing can be recorded, so nothing is executed.
  const running = open.filter(
    ({ from, to, rails }) => takesWrites && runs(from) && runs(to) && rails.some(isRailUp),
  );
  const routes = probe === null ? null : running.length;
  const reasons =
    probe === null
      ? []
      : statusReasons({
          ...probe,
          takesWrites,
          switches,
          chainsDown: parts.chains.filter((chain) => !isUp(chain)),
          railsDown: parts.registry.rails
            .filter((rail) => !isRailUp(rail))
            .map((rail) => ({ id: rail.manifest.id, reason: reasonOf(rail) })),
          enginesApart: parts.registry.rails
            .filter(isRailUp)
            .flatMap(enginesOf)
            .filter(({ isUp: isAsked }) => !isAsked)
            .map(({ name, reason }) => ({ id: name, reason })),
        });
  const view = {
    atMs: parts.clock.now(),
    evm: evmNodes.map(({ chain, chainId, name }) => ({ chainId, name, isUp: isUp(chain) })),
    nonEvm: nonEvmNodes
      .filter((node) => node.inMesh)
      .map(({ chain, wire }) => ({
        name: wire,
        isUp: isUp(chain) || probe?.priced.has(chain) === true,
        ...(parts.simulated.includes(chain) ? { isSimulated: true as const } : {}),
      })),
    rails: parts.registry.rails.flatMap(enginesOf),
    routes,
    switches: switches.map(({ scope, state, sinceMs }) => ({ scope, state, sinceMs })),
    reasons,
  };
  if (probe === null || routes === null) return { ...view, status: 'unknown' };
  if (routes === 0) return { ...view, status: 'down' };
  return { ...view, status: reasons.length === 0 ? 'operational' : 'degraded' };
}

/** An engine that its rail tells of is up where both are. */
function engineState(name: string, { isUp, reason, ways }: Health): EngineState {
  const own = ways?.[name] ?? null;
  if (own === null) return { name, isUp, reason: reason ?? null, own };
  return { name, isUp: isUp && own.state === 'open', reason: own.reason ?? null, own };
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
  const [
    isStoreUp,
    deficits,
    clockAheadMs,
    floatAlarms,
    chainWarnings,
    lostLogs,
    receiptAlarms,
    stoppedChains,
    hanging,
    priced,
    ...health
  ] = await Promise.all([
    // One row by its key, so that the probe costs the same on a large table.
    reads.transfers.route('').then(
      () => true,
      () => false,
    ),
    reads.books.deficits().then(
      (found) => found.length,
      () => 0,
    ),
    parts.clockAheadMs().catch(() => 0),
    parts.floatAlarms().catch(() => []),
    warningsOf(parts),
    parts.lostLogs().catch(() => []),
    parts.receiptAlarms().catch(() => []),
    parts.stoppedChains().catch(() => []),
    touchChains(parts),
    pricedChains(parts),
    ...registry.rails.map(async (rail) => healthOf(parts, rail)),
  ]);
  return {
    isStoreUp,
    deficits,
    clockAheadMs,
    floatAlarms,
    chainWarnings,
    lostLogs,
    receiptAlarms,
    stoppedChains,
    hanging,
    priced,
    health: new Map(
      registry.rails.map((rail, index) => [rail, health[index] ?? { isUp: false }] as const),
    ),
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
    await reader.gasCost(chain, 1n, lifetime).catch(() => undefined);
    hanging.delete(chain);
  });
  await within(Promise.all(touched), { clock, ms: probeDeadlineMs, otherwise: undefined });
  return hanging;
}

/** Nodes of the mesh that no custody serves and that answer a read of their head. */
async function pricedChains({
  facts,
  chains,
  clock,
  lifetime,
}: ServiceStatusParts): Promise<ReadonlySet<ChainRef>> {
  const answered = new Set<ChainRef>();
  const asked = nonEvmNodes
    .filter(({ chain, inMesh }) => inMesh && !chains.includes(chain) && facts.reads(chain))
    .map(async ({ chain }) => {
      await facts.heightOf(chain, lifetime).then(
        () => answered.add(chain),
        () => undefined,
      );
    });
  await within(Promise.all(asked), { clock, ms: probeDeadlineMs, otherwise: undefined });
  return answered;
}

/** None of a chain that is silent at the deadline: that shows by itself. */
async function warningsOf({
  chainWarnings,
  clock,
  lifetime,
}: ServiceStatusParts): Promise<readonly string[]> {
  const asked = chainWarnings(lifetime).catch(() => []);
  return within<readonly string[]>(asked, { clock, ms: probeDeadlineMs, otherwise: [] });
}

async function healthOf(parts: ServiceStatusParts, rail: RailPort): Promise<Health> {
  const asked = Promise.resolve()
    .then(() => rail.health(parts.lifetime))
    .then(
      (health) => health,
      () => ({ isUp: false, reason: 'asking it for its health failed' }),
    );
  const silent = { isUp: false, reason: `it said nothing for ${probeDeadlineMs / 1_000} s` };
  return within<Health>(asked, { clock: parts.clock, ms: probeDeadlineMs, otherwise: silent });
}
