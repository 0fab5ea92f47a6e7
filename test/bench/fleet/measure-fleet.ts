import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../../support/fast-folder.ts';
import type { TestPostgres } from '../../support/postgres.ts';
import { type RouteWork, routeWork } from '../count/route-work.ts';
import type { Tally } from '../count/tally.ts';
import { cpuMsOf, descendantsNamed } from '../cpu/process-cpu.ts';
import { type Percentiles, percentiles } from '../load/percentiles.ts';
import { benchScene } from '../scene/bench-scene.ts';
import { runSettles } from '../settle/run-settles.ts';
import { type FleetService, startFleet } from './fleet-service.ts';
import { type DatabaseSeen, watchDatabase } from './watch-database.ts';

export interface FleetPlan {
  readonly workers: number;
  readonly clients: number;
  readonly routes: number;
  readonly warmup: number;
}

/** Milliseconds of processor of one route, by process. */
export type FleetCpu = Readonly<
  Record<'http' | 'workers' | 'postgres' | 'chains' | 'load', number>
>;

/** What one fleet did. */
export interface FleetSeen {
  readonly workers: number;
  readonly perSec: number;
  readonly doneMs: Percentiles;
  /** Null where the system does not tell. */
  readonly cpuMs: FleetCpu | null;
  /** Of one core, by the HTTP process and by the busiest worker. */
  readonly cores: {
    readonly http: number;
    readonly busiestWorker: number;
    readonly all: number;
  } | null;
  readonly database: DatabaseSeen;
  readonly work: RouteWork;
  /** Transactions broken off a route, each of which ran again. */
  readonly conflictsPerRoute: number;
  readonly failures: readonly string[];
}

const crowd = 128;
/** Characters of the log of a fleet whose routes failed. */
const logShown = 2_000;

/** How a fleet reaches its database, where it is not asked directly. */
export interface Way {
  readonly url: string;
  /** Before anything connects: what the store cannot set by itself on such a way. */
  prepare(schema: string): Promise<void>;
}

/**
 * A fleet on chains and a schema of its own. Routes are timed first and counted afterwards, because
 * counting takes time of its own.
 */
export async function measureFleet(
  postgres: TestPostgres,
  { workers, clients, routes, warmup }: FleetPlan,
  way: Way = { url: postgres.url, prepare: async () => undefined },
): Promise<FleetSeen> {
  const dataDir = await mkdtemp(join(fastFolder, 'interline-bench-fleet-'));
  const schema = postgres.newSchema();
  await way.prepare(schema);
  let fleet: FleetService | null = null;
  const scene = await benchScene(crowd, {
    start: async (devnetUrl, setup) => {
      const shared = { database: { url: way.url, schema }, dataDir };
      fleet = await startFleet(devnetUrl, { ...setup, shared }, workers);
      return fleet;
    },
  });
  try {
    if (fleet === null) throw new Error('the scene started no fleet');
    const started: FleetService = fleet;
    const warm = await runSettles(scene, warmup, Math.min(clients, warmup));
    const watch = watchDatabase(postgres);
    const meter = startFleetMeter(started, scene.pids.chains);
    let used: FleetUsed | null = null;
    const run = await runSettles(scene, routes, clients, async (work) => {
      meter.start();
      await work();
      used = meter.read();
    });
    const database = await watch.stop();
    const tallies: Tally[] = [];
    const countedRoutes = Math.ceil(routes / 2);
    const counted = await runSettles(scene, countedRoutes, clients, async (work) => {
      tallies.push(await scene.service.counted(work));
    });
    const [tally] = tallies;
    if (tally === undefined) throw new Error('nothing was counted');
    const failures = [warm, run, counted].flatMap((each) => each.failures);
    if (failures.length > 0)
      process.stderr.write(
        `routes failed; the fleet said:\n${scene.service.said().slice(-logShown)}\n`,
      );
    return {
      workers,
      perSec: (routes / run.tookMs) * 1_000,
      doneMs: percentiles(run.doneMs),
      ...sharesOf(used, routes, run.tookMs),
      database,
      work: routeWork(tally, countedRoutes),
      conflictsPerRoute: tally.conflicts / countedRoutes,
      failures,
    };
  } finally {
    await scene.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface FleetUsed {
  readonly http: number;
  readonly workers: readonly number[];
  readonly postgres: number;
  readonly chains: number;
  readonly load: number;
}

function startFleetMeter({ http, workers }: FleetService, chains: readonly number[]) {
  const now = (): FleetUsed | null => {
    const cpu = [http.pid, ...workers.map(({ pid }) => pid)].map(cpuMsOf);
    if (cpu.some((ms) => ms === null)) return null;
    const sum = (pids: readonly number[]): number =>
      pids.reduce((all, pid) => all + (cpuMsOf(pid) ?? 0), 0);
    const { user, system } = process.cpuUsage();
    const [first = 0, ...others] = cpu.map((ms) => ms ?? 0);
    return {
      http: first,
      workers: others,
      // Backends that end meanwhile are missed; the service keeps its connections.
      postgres: sum(descendantsNamed('postgres')),
      chains: sum(chains),
      load: (user + system) / 1_000,
    };
  };
  let before: FleetUsed | null = null;
  return {
    start: () => void (before = now()),
    read(): FleetUsed | null {
      const after = now();
      if (before === null || after === null) return null;
      const from = before;
      return {
        http: after.http - from.http,
        workers: after.workers.map((ms, at) => ms - (from.workers[at] ?? 0)),
        postgres: after.postgres - from.postgres,
        chains: after.chains - from.chains,
        load: after.load - from.load,
      };
    },
  };
}

function sharesOf(
  used: FleetUsed | null,
  routes: number,
  tookMs: number,
): Pick<FleetSeen, 'cpuMs' | 'cores'> {
  if (used === null) return { cpuMs: null, cores: null };
  const workers = used.workers.reduce((sum, ms) => sum + ms, 0);
  const all = used.http + workers + used.postgres + used.chains + used.load;
  return {
    cpuMs: {
      http: used.http / routes,
      workers: workers / routes,
      postgres: used.postgres / routes,
      chains: used.chains / routes,
      load: used.load / routes,
    },
    cores: {
      http: used.http / tookMs,
      busiestWorker: Math.max(0, ...used.workers) / tookMs,
      all: all / tookMs,
    },
  };
}
