export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** By nearest rank, in the unit of the samples; zeros for none. */
export function percentiles(samples: readonly number[]): Percentiles {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
