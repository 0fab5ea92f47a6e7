import { startCpuMeter } from '../cpu/cpu-meter.ts';
import { closedLoop } from '../load/closed-loop.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { JsonRpcLink } from '../scene/json-rpc-link.ts';
import { presignedFloor } from './presigned-floor.ts';
import type { Run } from './run.ts';

/**
 * The nodes' own speed: the same two transactions a route, presigned, the second sent once the
 * first one's receipt is here.
 */
export async function runFloor(
  scene: BenchScene,
  routes: number,
  concurrency: number,
): Promise<Run> {
  const presigned = await presignedFloor(scene, routes);
  const [source, destination] = [scene.source, scene.destination].map(
    ({ rpcUrl }) => new JsonRpcLink(rpcUrl, concurrency),
  ) as [JsonRpcLink, JsonRpcLink]; // CAST: of two chains.
  const meter = startCpuMeter(scene.pids);
  const { results, tookMs } = await closedLoop(
    presigned.map(({ pull, payout }) => async () => {
      const startMs = performance.now();
      await mined(source, pull);
      await mined(destination, payout);
      return performance.now() - startMs;
    }),
    concurrency,
  );
  const cpu = meter.read();
  await Promise.all([source.close(), destination.close()]);
  return { routes, tookMs, doneMs: results, cpu };
}

/** One request a transaction: the node answers it with the receipt (EIP-7966). */
async function mined(link: JsonRpcLink, raw: string): Promise<void> {
  const receipt = (await link.call('eth_sendRawTransactionSync', [raw])) as { status: string }; // CAST: a node's receipt.
  if (receipt.status !== '0x1') throw new Error('a transaction of the floor reverted');
}
