import { cpuMsOf } from './process-cpu.ts';

/** Milliseconds of CPU by part of the set-up. */
export type CpuByPart = Readonly<Record<'service' | 'chains' | 'load', number>>;

export interface CpuMeter {
  /** What each part has used since the meter was started; null where the system does not tell. */
  read(): CpuByPart | null;
}

/** The load generator is this process. */
export function startCpuMeter(pids: {
  readonly service: number;
  readonly chains: readonly number[];
}): CpuMeter {
  const now = (): CpuByPart | null => {
    const [service, ...chains] = [pids.service, ...pids.chains].map(cpuMsOf);
    if (service == null || chains.some((one) => one === null)) return null;
    const { user, system } = process.cpuUsage();
    return {
      service,
      chains: chains.reduce<number>((sum, one) => sum + (one ?? 0), 0),
      load: (user + system) / 1_000,
    };
  };
  const before = now();
  return {
    read() {
      const after = now();
      if (before === null || after === null) return null;
      return {
        service: after.service - before.service,
        chains: after.chains - before.chains,
        load: after.load - before.load,
      };
    },
  };
}
