import type { CpuByPart } from '../cpu/cpu-meter.ts';

/** So many routes in one go. */
export interface Run {
  readonly routes: number;
  readonly tookMs: number;
  /** Of each route, as its client saw it. */
  readonly doneMs: readonly number[];
  /** Of the whole run; null where the system does not tell. */
  readonly cpu: CpuByPart | null;
}

/** Two runs of the same thing as one. */
export function joined(one: Run, other: Run): Run {
  return {
    routes: one.routes + other.routes,
    tookMs: one.tookMs + other.tookMs,
    doneMs: [...one.doneMs, ...other.doneMs],
    cpu:
      one.cpu === null || other.cpu === null
        ? null
        : {
            service: one.cpu.service + other.cpu.service,
            chains: one.cpu.chains + other.cpu.chains,
            load: one.cpu.load + other.cpu.load,
          },
  };
}
