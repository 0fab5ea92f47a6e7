import type { Bench } from './bench.ts';

/** One sentence of the contract. */
export interface ConformanceCheck {
  readonly title: string;
  /**
   * Throws where the rail breaks it; answers `does not apply` where the manifest claims nothing of
   * the kind.
   */
  readonly run: (bench: Bench) => Promise<void | typeof doesNotApply>;
}

export const doesNotApply = 'does not apply';
