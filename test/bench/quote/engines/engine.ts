/**
 * One engine as the benchmark stands in for it: it answers a quote in its documented shape, after
 * its own time.
 */
export interface BenchEngine {
  readonly name: string;
  readonly latencyMs: number;
  /** Where its quotes are asked for. */
  readonly path: string;
  answer(question: Question): object;
  /** What else it is asked, by path; not counted as a quote. */
  readonly lists?: Readonly<Record<string, (tokens: LaneTokens) => unknown>>;
}

/** An HTTP request as an engine reads it. */
export interface Question {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** USDC at both ends of the benchmark's lane. */
export interface LaneTokens {
  readonly source: string;
  readonly destination: string;
}

export const lane = { from: 8453, to: 42_161 } as const;
export const zeroAddress = `0x${'0'.repeat(40)}`;

/** What is left of an amount after so many hundredths of a percent. */
export function less(units: bigint, bps: bigint): string {
  return ((units * (10_000n - bps)) / 10_000n).toString();
}

export function usdc(chainId: number, address: string) {
  return { chainId, address, symbol: 'USDC', name: 'USD Coin', decimals: 6 } as const;
}

/** Values of the query by name; empty where one is missing. */
export function said<Names extends readonly string[]>(
  { query }: Question,
  ...names: Names
): { [At in keyof Names]: string } {
  // CAST: one text a name.
  return names.map((name) => query.get(name) ?? '') as { [At in keyof Names]: string };
}
