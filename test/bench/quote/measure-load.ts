import { startCpuMeter } from '../cpu/cpu-meter.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { type Percentiles, percentiles } from '../load/percentiles.ts';
import { engines } from './engines/engines.ts';
import { quoteClient, type Quoted } from './quote-client.ts';
import type { QuoteScene } from './quote-scene.ts';

export interface LoadPlan {
  readonly concurrency: number;
  /** Requests of each kind in a turn, and turns of each kind. */
  readonly requests: number;
  readonly turns: number;
}

export interface QuoteLoad {
  readonly concurrency: number;
  readonly quotes: number;
  /** Milliseconds through the service, and of the slowest engine alone. */
  readonly quoteMs: Percentiles;
  readonly slowestMs: Percentiles;
  /** Quotes that lack the price of an engine. */
  readonly incomplete: number;
  /** Of the service, for a quote; null where the system does not tell. */
  readonly cpuMs: number | null;
}

/** Nothing but that many quotes, so many at once. */
export async function askQuotes(
  scene: QuoteScene,
  requests: number,
  concurrency: number,
): Promise<void> {
  const client = quoteClient(scene, concurrency);
  await closedLoop(
    Array.from({ length: requests }, () => () => client.quote()),
    concurrency,
  );
  await client.close();
}

/**
 * Quotes of distinct amounts and the slowest engine alone, in turns, so that what else the machine
 * does hits both.
 */
export async function measureLoad(
  scene: QuoteScene,
  { concurrency, requests, turns }: LoadPlan,
): Promise<QuoteLoad> {
  const client = quoteClient(scene, concurrency);
  const run = async <T>(count: number, ask: () => Promise<T>): Promise<readonly T[]> =>
    (
      await closedLoop(
        Array.from({ length: count }, () => ask),
        concurrency,
      )
    ).results;
  // Connections are opened before anything is timed.
  await run(concurrency, () => client.quote());
  await run(concurrency, () => client.slowestAlone());

  const quotes: Quoted[] = [];
  const slowestMs: number[] = [];
  const meter = startCpuMeter({ service: scene.service.pid, chains: [] });
  for (let turn = 0; turn < turns; turn += 1) {
    slowestMs.push(...(await run(requests, () => client.slowestAlone())));
    quotes.push(...(await run(requests, () => client.quote())));
  }
  const cpu = meter.read();
  await client.close();
  return {
    concurrency,
    quotes: quotes.length,
    quoteMs: percentiles(quotes.map(({ tookMs }) => tookMs)),
    slowestMs: percentiles(slowestMs),
    incomplete: quotes.filter(({ priced }) => priced < engines.length).length,
    cpuMs: cpu === null ? null : cpu.service / quotes.length,
  };
}
