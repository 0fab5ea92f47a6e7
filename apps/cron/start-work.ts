import { dutiesOf } from '@interline/core';
import { type Composed, parts, useCasesOf } from '@interline/server';
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
  /** Throws where the store is empty and the accounts have a history: it may have been lost. */
  readonly refusesEmptyStore?: boolean;
}

/**
 * Recovers what an earlier process left, then keeps everything moving. Resolves when new money may
 * be taken; the loops end with the composition, or once a newer release has migrated the store.
 */
export async function startWork(composed: Composed, options: WorkOptions = {}): Promise<void> {
  const { container } = composed;
  const worker = options.worker ?? `w_${container.get(parts.entropy).hex(6)}`;
  const useCases = useCasesOf(container);
  const { transactions, books, transfer, webhooks, primitives } = useCases;
  const [store, clock, log] = [
    container.get(parts.store),
    container.get(parts.clock),
    container.get(parts.log),
  ];
  const { chains } = container.get(parts.custody);
  const jobs = container.get(parts.jobs);
  const { duties: leases, isShared } = container.get(parts.openStore);
  const lifetimeEnds = container.get(parts.lifetime);
  const watch = container.get(parts.storeWatch);
  composed.keep(watch.watch(lifetimeEnds));
  const stop = AbortSignal.any([lifetimeEnds, watch.outdated]);
  if (options.refusesEmptyStore === true) await transactions.refuseEmptyStore();
  await transactions.learnMergingAccounts();
  const found = await transactions.recover();
  await books.refresh(chains.filter((chain) => !found.silent.includes(chain)));
  // On a shared store others hold theirs for good reason, and a dead one's run out.
  if (!isShared) await jobs.takeOver();
  await transfer.bookUnderWay();
  const owing = await transfer.reconcileRoutes();
  log.info('recovered', { resent: found.resent, owing, silent: found.silent.length });
  const lifetime = { clock, log, stop };
  composed.keep(startBatching({ transactions, duties: leases, worker, ...lifetime }));
  const duties = dutiesOf(useCases, store);
  if (options.isElsewhere === true) {
    composed.keep(runHousekeeping({ duties, isOurs: () => false, ...lifetime }));
    return;
  }
  const housekeeping = keepDuty({ duties: leases, worker, ...lifetime }, 'housekeeping');
  composed.keep(housekeeping.ended);
  composed.keep(runHousekeeping({ duties, isOurs: housekeeping.isHeld, ...lifetime }));
  composed.keep(runWorker({ id: worker, jobs, runner: transfer.runner, ...lifetime }));
  composed.keep(runHookWorker({ courier: webhooks.courier, ...lifetime }));
  composed.keep(watchPrimitives({ store, runTick: primitives.runTick, ...lifetime }));
}
