import type { RouteWork } from '../count/route-work.ts';
import type { CpuByPart } from '../cpu/cpu-meter.ts';
import type { PartShare } from '../cpu/time-by-part.ts';
import { type Percentiles, percentiles } from '../load/percentiles.ts';
import { joinedSettles, type SettleRun } from './run-settles.ts';
import { joined, type Run } from './run.ts';

export interface Summary {
  readonly routes: number;
  readonly perSec: number;
  readonly doneMs: Percentiles;
  /** Milliseconds of a route; null where the system does not tell. */
  readonly cpuMs: CpuByPart | null;
}

export interface SettleSummary extends Summary {
  readonly acceptedMs: Percentiles;
  readonly pollsPerRoute: number;
  readonly failures: readonly string[];
}

/** What was measured with so many clients at once. */
export interface Level {
  readonly concurrency: number;
  readonly settle: SettleSummary;
  readonly floor: Summary;
  /** Settles a second, the floor being one: the median of the rounds, as below. */
  readonly ratio: number;
  /**
   * The floor's CPU for a route, all processes together, by that of the settles: says the same
   * where the machine is shared. Null where the system does not tell.
   */
  readonly cpuRatio: number | null;
  readonly rounds: readonly Ratios[];
  /** Where it was profiled. */
  readonly serviceTime: ServiceTime | null;
  /** Counted where it was profiled. */
  readonly work: RouteWork | null;
}

export type Ratios = Pick<Level, 'ratio' | 'cpuRatio'>;

/** Settles, and the floor before and after them. */
export interface Round {
  readonly settles: SettleRun;
  readonly floor: Run;
}

export interface ServiceTime {
  /**
   * Share of the time that the service's one thread was at work; near 1 it is what everybody waits
   * for.
   */
  readonly busy: number;
  readonly parts: readonly PartShare[];
}

/** `failures`: of the routes before the first round. */
export function levelOf(
  concurrency: number,
  rounds: readonly Round[],
  failures: readonly string[],
  { serviceTime, work }: Pick<Level, 'serviceTime' | 'work'>,
): Level {
  const settles = joinedSettles(rounds.map((round) => round.settles));
  const each = rounds.map(ratiosOf);
  const cpuRatios = each.flatMap(({ cpuRatio }) => (cpuRatio === null ? [] : [cpuRatio]));
  return {
    concurrency,
    settle: settleSummaryOf({ ...settles, failures: [...failures, ...settles.failures] }),
    floor: summaryOf(rounds.map(({ floor }) => floor).reduce(joined)),
    serviceTime,
    work,
    ratio: percentiles(each.map(({ ratio }) => ratio)).p50,
    cpuRatio: cpuRatios.length === 0 ? null : percentiles(cpuRatios).p50,
    rounds: each,
  };
}

function ratiosOf({ settles, floor }: Round): Ratios {
  const [one, bare] = [summaryOf(settles), summaryOf(floor)];
  const [cpu, floorCpu] = [one.cpuMs, bare.cpuMs].map(allCpuMs);
  return {
    ratio: one.perSec / bare.perSec,
    cpuRatio: cpu == null || floorCpu == null ? null : floorCpu / cpu,
  };
}

export function settleSummaryOf(settles: SettleRun): SettleSummary {
  return {
    ...summaryOf(settles),
    acceptedMs: percentiles(settles.acceptedMs),
    pollsPerRoute: settles.polls / settles.routes,
    failures: settles.failures,
  };
}

export function allCpuMs(cpu: CpuByPart | null): number | null {
  return cpu === null ? null : cpu.service + cpu.chains + cpu.load;
}

function summaryOf({ routes, tookMs, doneMs, cpu }: Run): Summary {
  const cpuMs =
    cpu === null
      ? null
      : { service: cpu.service / routes, chains: cpu.chains / routes, load: cpu.load / routes };
  return { routes, perSec: (routes / tookMs) * 1_000, doneMs: percentiles(doneMs), cpuMs };
}
