import { parts, type Composed } from '@interline/compose';
import { learnBatching, openBatching, reconcileRoutes, recover, refreshBooks } from '@interline/usecases';
import { runHousekeeping } from './housekeeping.ts';
import { runWorker } from './worker.ts';

/**
 * Recovers what an earlier process left, then keeps everything moving. Resolves when new money may be taken;
 * the loops end with the composition.
 */
export async function startWork({ container }: Composed): Promise<void> {
  const money = container.get(parts.money);
  const jobs = container.get(parts.jobs);
  const stop = container.get(parts.lifetime);
  const tokens = container.get(parts.tokens);
  await learnBatching(money, stop);
  const found = await recover(money, stop);
  await Promise.all(money.custody.chains.filter((chain) => !found.silent.includes(chain)).map((chain) => refreshBooks(money, tokens, chain, stop)));
  await jobs.takeOver();
  const owing = await reconcileRoutes(money);
  money.log.info('recovered', { resent: found.resent, owing, silent: found.silent.length });
  void runWorker({ id: `w_${container.get(parts.entropy).hex(6)}`, jobs, runner: container.get(parts.runner), clock: money.clock, log: money.log, stop });
  // Takes some blocks the first time; until it is done nothing is merged.
  void openBatching(money, stop);
  void runHousekeeping({ money, tokens, stop });
}
