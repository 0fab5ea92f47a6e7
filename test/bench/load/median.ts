import { percentiles } from './percentiles.ts';

/** The middle one by size, and a sample itself; zero of none. */
export function median(samples: readonly number[]): number {
  return percentiles(samples).p50;
}
