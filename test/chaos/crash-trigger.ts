import type { CrashMoment } from './crash-points.ts';

export interface ArmedCrash {
  readonly moment: CrashMoment;
  /** Dies there the nth time. */
  readonly nth: number;
}

/** Counts how often the armed moment came. */
export interface CrashTrigger {
  /** True once, the nth time `isHere` says so of the armed moment. */
  isDue(isHere: (moment: CrashMoment) => boolean): boolean;
  /** Nothing of this process runs after it: no handler, no flush, no answer. */
  die(): void;
}

export function crashTrigger(armed: ArmedCrash | null): CrashTrigger {
  let left = armed?.nth ?? 0;
  return {
    isDue(isHere) {
      if (armed === null || left === 0 || !isHere(armed.moment)) return false;
      left -= 1;
      return left === 0;
    },
    die: () => {
      process.kill(process.pid, 'SIGKILL');
    },
  };
}
