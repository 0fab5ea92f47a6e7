import { nonceAt } from '../scene/bench-chain.ts';
import { onWarmScene, type Warming } from './on-warm-scene.ts';
import { runFloor } from './run-floor.ts';
import { runSettles } from './run-settles.ts';
import { type Level, type SettleSummary, settleSummaryOf } from './settle-summary.ts';

/** The routes of a level once more, with transactions merged. */
export interface BatchedLevel {
  readonly concurrency: number;
  readonly settle: SettleSummary;
  /** How many routes shared a transaction of the spender, on average. */
  readonly routesPerPull: number;
  /** Settles a second, those without batches being one. */
  readonly gain: number;
}

/**
 * The floor is only run so that the nodes have as many blocks as they had when the level was
 * measured without batches.
 */
export async function measureBatched(
  plan: Warming & { readonly routes: number },
  alone: Level,
): Promise<BatchedLevel> {
  const { concurrency, routes } = plan;
  return onWarmScene(plan, { isBatched: true }, async (scene, warm) => {
    const { source, service } = scene;
    await runFloor(scene, routes, concurrency);
    const sentBefore = await nonceAt(source, service.spender);
    const run = await runSettles(scene, routes, concurrency);
    const settle = settleSummaryOf({ ...run, failures: [...warm.failures, ...run.failures] });
    return {
      concurrency,
      settle,
      routesPerPull: routes / ((await nonceAt(source, service.spender)) - sentBefore),
      gain: settle.perSec / alone.settle.perSec,
    };
  });
}
