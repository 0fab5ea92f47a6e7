import type { RouteWork } from '../count/route-work.ts';
import type { CpuByPart } from '../cpu/cpu-meter.ts';
import type { PartShare } from '../cpu/time-by-part.ts';
import { type Percentiles, percentiles } from '../load/percentiles.ts';
import type { SettleRun } from './run-settles.ts';
import type { Run } from './run.ts';

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
  /** Settles a second, the floor being one. */
  readonly ratio: number;
  /**
   * The floor's CPU for a route, all processes together, by that of the settles: says the same
   * where the machine is shared.
   */
  readonly cpuRatio: number | null;
  /** Where it was profiled. */
  readonly serviceTime: ServiceTime | null;
  /** Counted where it was profiled. */
  readonly work: RouteWork | null;
}

export interface ServiceTime {
  /**
   * Share of the time that the service's one thread was at work; near 1 it is what everybody waits
   * for.
   */
  readonly busy: number;
  readonly parts: readonly PartShare[];
}

export function levelOf(
  concurrency: number,
  settles: SettleRun,
  floor: Run,
  { serviceTime, work }: Pick<Level, 'serviceTime' | 'work'>,
): Level {
  const settle = settleSummaryOf(settles);
  const floorSummary = summaryOf(floor);
  const [cpu, floorCpu] = [settle.cpuMs, floorSummary.cpuMs].map(allCpuMs);
  return {
    concurrency,
    settle,
    floor: floorSummary,
    serviceTime,
    work,
    ratio: settle.perSec / floorSummary.perSec,
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
