import { median } from '../load/median.ts';
import type { FleetCpu, FleetSeen } from './measure-fleet.ts';

/** The rounds of one fleet as one: the median of each figure. */
export interface FleetFigures {
  /** How it reaches the database. */
  readonly by: 'direct' | 'PgBouncer, session mode' | 'PgBouncer, transaction mode';
  readonly workers: number;
  readonly rounds: number;
  readonly perSec: number;
  /** Routes a second, those with the fewest workers of the same run being one. */
  readonly ratio: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly statements: number;
  readonly bookStatements: number;
  readonly unitStatements: number;
  readonly conflictsPerRoute: number;
  readonly connections: number;
  readonly connectionsPerInstance: number;
  readonly cpuMs: FleetCpu | null;
  readonly cores: FleetSeen['cores'];
  /** Connections at work at once, and what most of them were at. */
  readonly busy: number;
  readonly waits: FleetSeen['database']['waits'];
  readonly failures: readonly string[];
}

const waitsShown = 4;

export function fleetFigures(
  by: FleetFigures['by'],
  rounds: readonly FleetSeen[],
  least: readonly FleetSeen[],
): FleetFigures {
  const [first] = rounds;
  if (first === undefined) throw new Error('there is no round to sum up');
  const mid = (figure: (seen: FleetSeen) => number): number => median(rounds.map(figure));
  const perSec = mid((seen) => seen.perSec);
  const connections = mid((seen) => seen.database.connections);
  return {
    by,
    workers: first.workers,
    rounds: rounds.length,
    perSec,
    ratio: perSec / median(least.map((seen) => seen.perSec)),
    p50Ms: mid((seen) => seen.doneMs.p50),
    p99Ms: mid((seen) => seen.doneMs.p99),
    statements: mid((seen) => seen.work.statements),
    bookStatements: mid((seen) => seen.work.bookStatements),
    unitStatements: mid((seen) => seen.work.unitStatements),
    conflictsPerRoute: mid((seen) => seen.conflictsPerRoute),
    connections,
    // The one that takes requests is an instance as well.
    connectionsPerInstance: connections / (first.workers + 1),
    cpuMs:
      first.cpuMs === null
        ? null
        : {
            http: mid((seen) => seen.cpuMs?.http ?? 0),
            workers: mid((seen) => seen.cpuMs?.workers ?? 0),
            postgres: mid((seen) => seen.cpuMs?.postgres ?? 0),
            chains: mid((seen) => seen.cpuMs?.chains ?? 0),
            load: mid((seen) => seen.cpuMs?.load ?? 0),
          },
    cores:
      first.cores === null
        ? null
        : {
            http: mid((seen) => seen.cores?.http ?? 0),
            busiestWorker: mid((seen) => seen.cores?.busiestWorker ?? 0),
            all: mid((seen) => seen.cores?.all ?? 0),
          },
    busy: mid((seen) => seen.database.busy),
    waits: first.database.waits
      .map(({ what }) => ({
        what,
        share: mid((seen) => seen.database.waits.find((other) => other.what === what)?.share ?? 0),
      }))
      .sort((a, b) => b.share - a.share)
      .slice(0, waitsShown),
    failures: rounds.flatMap((seen) => seen.failures),
  };
}
