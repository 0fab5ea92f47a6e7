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

/** Most quotes that are asked for one that all other engines have a part in. */
const triesOfEach = 20;

/**
 * Milliseconds of quotes one after the other while an engine takes requests and answers none. It
 * stays that way. Those in which another engine is missing do not count: on a busy machine one comes
 * after its deadline, or rests for that.
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
  for (let tries = 0; tookMs.length < requests; tries += 1) {
    const { priced, tookMs: took } = await client.quote();
    if (priced === engines.length - 1) tookMs.push(took);
    else if (priced === engines.length || tries >= triesOfEach * requests)
      throw new Error(`${priced} engines gave a price while one of ${engines.length} hung`);
  }
  await client.close();
  return percentiles(tookMs);
}
