import { benchScene, type BenchScene, type SceneTerms } from '../scene/bench-scene.ts';
import { runSettles, type SettleRun } from './run-settles.ts';

export interface Warming {
  readonly concurrency: number;
  /** Routes before anything is measured. */
  readonly warmup: number;
}

interface Judged {
  readonly settle: { readonly failures: readonly string[] };
}

const crowd = 256;
const warmupClients = 32;

/**
 * Runs the work on chains and a service of its own that have seen some routes. Where routes fail,
 * the service's log is shown.
 */
export async function onWarmScene<T extends Judged>(
  { concurrency, warmup }: Warming,
  terms: SceneTerms,
  work: (scene: BenchScene, warm: SettleRun) => Promise<T>,
): Promise<T> {
  const scene = await benchScene(crowd, terms);
  try {
    const done = await work(
      scene,
      await runSettles(scene, warmup, Math.min(warmupClients, warmup)),
    );
    if (done.settle.failures.length > 0)
      console.error(`routes failed; the service said:\n${scene.service.said()}`);
    return done;
  } catch (error) {
    throw new Error(
      `the run with ${concurrency} clients broke; the service said:\n${scene.service.said()}`,
      { cause: error },
    );
  } finally {
    await scene.stop();
  }
}
