import type { Unit } from './unit.ts';

/** A unit that waits for its turn, with its result kept back until the group's COMMIT. */
export interface PendingUnit {
  readonly name: string;
  /** Never rejects: what the work threw is kept back too. */
  attempt(unit: Unit): Promise<void>;
  /** Gives the caller what the work returned or threw. */
  settle(): void;
  reject(error: unknown): void;
}

export function pendingUnit<T>(
  name: string,
  work: (unit: Unit) => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): PendingUnit {
  let ending = (): void => reject(new Error(`the unit "${name}" was never run`));
  return {
    name,
    async attempt(unit) {
      try {
        const result = await unit.attempt(() => work(unit));
        unit.keep();
        ending = () => resolve(result);
      } catch (error) {
        ending = () => reject(error);
      }
    },
    settle: () => ending(),
    reject,
  };
}
