import { parts, type Composed } from '@interline/server';
import { refreshBooks } from '@interline/core/books';
import { learnBatching, recover } from '@interline/core/transactions';
import { reconcileRoutes } from '@interline/core/transfer';
import { runHookWorker } from './hook-worker.ts';
import { runHousekeeping } from './housekeeping.ts';
import { keepDuty } from './keep-duty.ts';
import { startBatching } from './start-batching.ts';
import { watchPrimitives } from './watch-primitives.ts';
import { runWorker } from './worker.ts';

export interface WorkOptions {
  /** Leaves jobs, ticks and housekeeping to other instances on the same database. */
  readonly isElsewhere?: boolean;
  /**
   * What this instance is called in leases; by chance where left out. Two of one name are taken for
   * one.
   */
  readonly worker?: string;
}

/**
 * Recovers what an earlier process left, then keeps everything moving. Resolves when new money may
 * be taken; the loops end with the composition.
 */
export async function startWork(composed: Composed, options: WorkOptions = {}): Promise<void> {
  const { container } = composed;
  const worker = options.worker ?? `w_${container.get(parts.entropy).hex(6)}`;
  const money = container.get(parts.money);
  const store = container.get(parts.store);
  const { clock, log } = money;
  const jobs = container.get(parts.jobs);
  const { duties, isShared } = container.get(parts.openStore);
  const stop = container.get(parts.lifetime);
  const tokens = container.get(parts.tokens);
  composed.keep(container.get(parts.storeWatch).watch(stop));
  await learnBatching(money, stop);
  const found = await recover(money, stop);
  await Promise.all(
    money.custody.chains
      .filter((chain) => !found.silent.includes(chain))
      .map((chain) => refreshBooks(money, tokens, chain, stop)),
  );
  // On a shared store others hold theirs for good reason, and a dead one's run out.
  if (!isShared) await jobs.takeOver();
  const owing = await reconcileRoutes(money);
  log.info('recovered', { resent: found.resent, owing, silent: found.silent.length });
  composed.keep(startBatching({ money, duties, worker, stop }));
  if (options.isElsewhere === true) {
    composed.keep(runHousekeeping({ money, store, tokens, isOurs: () => false, stop }));
    return;
  }
  const house = keepDuty({ duties, worker, clock, log, stop }, 'housekeeping');
  composed.keep(house.ended);
  composed.keep(runHousekeeping({ money, store, tokens, isOurs: house.isHeld, stop }));
  composed.keep(
    runWorker({ id: worker, jobs, runner: container.get(parts.runner), clock, log, stop }),
  );
  composed.keep(runHookWorker({ courier: container.get(parts.hookCourier), clock, log, stop }));
  composed.keep(
    watchPrimitives({
      store,
      runTick: container.get(parts.runTick),
      clock,
      log,
      stop,
    }),
  );
}
