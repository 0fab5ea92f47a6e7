import type { AccountRole, ChainRef, Transaction } from '@interline/kernel';
import { awaitTransaction } from './await-transaction.ts';
import { formMulticall } from './form-multicall.ts';
import type { TransactionPorts } from './ports.ts';
import { settleDisplaced, settleMined } from './settle-transaction.ts';
import { isStoreBehind } from './stopped-account.ts';

/**
 * Sends what waits for a batch, one batch at a time per account and chain: nodes take one
 * transaction in flight from a delegated account. While one is out the next collects, so that
 * batches grow with the load and a lone transaction waits for nobody.
 */
export class MulticallQueue {
  readonly #ports: () => TransactionPorts;
  readonly #stop: AbortSignal;
  /** Lanes being drained; true where something was committed since the last look. */
  readonly #lanes = new Map<string, boolean>();
  /** Lanes whose open batch was formed by this process. */
  readonly #formed = new Set<string>();
  readonly #waiters = new Map<string, Set<() => void>>();

  constructor(ports: () => TransactionPorts, stop: AbortSignal) {
    this.#ports = ports;
    this.#stop = stop;
  }

  /** There may be something to send. */
  nudge(chain: ChainRef, role: AccountRole): void {
    const lane = `${chain}/${role}`;
    const isDraining = this.#lanes.has(lane);
    this.#lanes.set(lane, true);
    if (!isDraining) void this.#drain(chain, role, lane);
  }

  /**
   * The transaction once it has its place in a batch, or came to nothing before; null where it still
   * waits when time is up.
   */
  async placed(transaction: Transaction, patienceMs: number): Promise<Transaction | null> {
    const { clock } = this.#ports();
    const first = await this.#read(transaction);
    if (first !== null) return first;
    const alarm = clock.alarm(patienceMs);
    const told = this.#told(transaction.id);
    this.nudge(transaction.chain, transaction.role);
    await Promise.race([told.done, alarm.rang]);
    alarm.cancel();
    told.leave();
    return this.#read(transaction);
  }

  async #read({ id, routeId }: Transaction): Promise<Transaction | null> {
    const now = (await this.#ports().store.reads.transactions.transactionsOf(routeId)).find(
      (one) => one.id === id,
    );
    return now === undefined || (now.state === 'open' && now.batch?.carried == null) ? null : now;
  }

  #told(id: string): { readonly done: Promise<void>; leave(): void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiting.add(resolve));
    return {
      done: promise,
      leave: () => {
        waiting.delete(resolve);
        if (waiting.size === 0) this.#waiters.delete(id);
      },
    };
  }

  async #drain(chain: ChainRef, role: AccountRole, lane: string): Promise<void> {
    const { clock, log, policy } = this.#ports();
    while (this.#lanes.get(lane) === true && !this.#stop.aborted) {
      this.#lanes.set(lane, false);
      try {
        if (await this.#advance(chain, role, lane)) this.#lanes.set(lane, true);
      } catch (error) {
        log.warn('batch-postponed', {
          chain,
          role,
          fault: error instanceof Error ? error.name : 'unknown',
        });
        await clock.sleep(policy.retryAfterMs, this.#stop);
        this.#lanes.set(lane, true);
      }
    }
    this.#lanes.delete(lane);
  }

  /** One move of the lane; false when nothing is left to do. */
  async #advance(chain: ChainRef, role: AccountRole, lane: string): Promise<boolean> {
    const ports = this.#ports();
    const account = ports.custody.account(role);
    if (isStoreBehind((await ports.store.reads.transactions.account(chain, account))?.stopped))
      return false;
    const open = await ports.store.reads.transactions.openMulticall(chain, account);
    if (open !== null) {
      await this.#seeThrough(ports, open);
      // One that was not formed here may carry what somebody here waits for.
      if (!this.#formed.delete(lane)) this.#tell([...this.#waiters.keys()]);
      return true;
    }
    const moved = await formMulticall(ports, chain, role, this.#stop);
    if (moved.length > 0) this.#formed.add(lane);
    this.#tell(moved);
    // Where another process was faster, its batch is seen through before the next one is formed.
    return (
      moved.length > 0 ||
      (await ports.store.reads.transactions.openMulticall(chain, account)) !== null
    );
  }

  #tell(ids: readonly string[]): void {
    for (const id of ids) for (const tell of this.#waiters.get(id) ?? []) tell();
  }

  async #seeThrough(ports: TransactionPorts, batch: Transaction): Promise<void> {
    const { verdict, sighting } = await awaitTransaction(
      ports,
      batch,
      { untilMined: true, patienceMs: ports.policy.patienceMs },
      this.#stop,
    );
    const mined = sighting?.mined ?? null;
    if (verdict === 'displaced')
      await ports.store.run('batch-displaced', (tx) =>
        settleDisplaced(ports, tx, batch, sighting?.watched ?? []),
      );
    else if (mined !== null)
      await ports.store.run('settle-batch', (tx) => settleMined(tx, batch, mined));
  }
}
