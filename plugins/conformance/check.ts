import type { Bench } from './bench.ts';

/** One sentence of the contract. */
export interface ConformanceCheck {
  readonly title: string;
  /**
   * Throws if the rail breaks it; returns `does not apply` if the manifest does not claim the
   * feature.
   */
  readonly run: (bench: Bench) => Promise<void | typeof doesNotApply>;
}

export const doesNotApply = 'does not apply';
