import { type Percentiles, percentiles } from '../load/percentiles.ts';
import { engines } from './engines/engines.ts';
import { quoteClient } from './quote-client.ts';
import type { QuoteScene } from './quote-scene.ts';

/** Upstream calls of each engine for so many identical requests at once. */
export async function measureSingleFlight(
  scene: QuoteScene,
  requests: number,
): Promise<Readonly<Record<string, number>>> {
  const client = quoteClient(scene, requests);
  const amount = client.freshAmount();
  const calls = await scene.fleet.counted(() =>
    Promise.all(Array.from({ length: requests }, () => client.quote(amount))),
  );
  await client.close();
  return calls;
}

/**
 * Milliseconds of quotes one after the other while an engine takes requests and answers none. It
 * stays that way.
 */
export async function measureHanging(
  scene: QuoteScene,
  engine: string,
  requests: number,
): Promise<Percentiles> {
  const client = quoteClient(scene, 1);
  await scene.fleet.hang(engine);
  await client.quote();
  const tookMs: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const quoted = await client.quote();
    if (quoted.priced !== engines.length - 1)
      throw new Error(`${quoted.priced} engines gave a price while one of ${engines.length} hung`);
    tookMs.push(quoted.tookMs);
  }
  await client.close();
  return percentiles(tookMs);
}
