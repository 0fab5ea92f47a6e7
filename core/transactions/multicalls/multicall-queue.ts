import type { AccountRole, ChainRef, Transaction } from '@interline/kernel';
import { awaitTransaction } from '../watch/await-transaction.ts';
import { formMulticall } from './form-multicall.ts';
import type { Multicalls, TransactionPorts } from '../ports.ts';
import { type MinedTransaction, settleEnd, settleMined } from '../settle/settle-transaction.ts';
import { isStoreBehind } from '../accounts/stopped-account.ts';

/**
 * Sends what waits for a multicall, one multicall at a time per account and chain, because nodes
 * accept one in-flight transaction from a delegated account. While one is in flight the next
 * collects, so multicalls grow with the load, and a single transaction never waits for others.
 */
export class MulticallQueue implements Multicalls {
  /** A function, because the queue's ports include the queue itself. */
  readonly #ports: () => TransactionPorts;
  readonly #stop: AbortSignal;
  /**
   * The accounts in progress, as `chain/role`; true if there may be more to send than at the last
   * look.
   */
  readonly #accounts = new Map<string, boolean>();
  /** Accounts whose open multicall this process formed. */
  readonly #formed = new Set<string>();
  /** Callers that wait for a transaction's placement, by its id. */
  readonly #waiters = new Map<string, Set<() => void>>();

  constructor(ports: () => TransactionPorts, stop: AbortSignal) {
    this.#ports = ports;
    this.#stop = stop;
  }

  nudge(chain: ChainRef, role: AccountRole): void {
    const key = `${chain}/${role}`;
    const isDraining = this.#accounts.has(key);
    this.#accounts.set(key, true);
    if (!isDraining) void this.#drain(chain, role, key);
  }

  async placed(transaction: Transaction, patienceMs: number): Promise<Transaction | null> {
    const { clock } = this.#ports();
    const first = await this.#read(transaction);
    if (first !== null) return first;
    const alarm = clock.alarm(patienceMs);
    const wait = this.#waitFor(transaction.id);
    this.nudge(transaction.chain, transaction.role);
    await Promise.race([wait.done, alarm.rang]);
    alarm.cancel();
    wait.leave();
    return this.#read(transaction);
  }

  async #read({ id, owner }: Transaction): Promise<Transaction | null> {
    const now = (await this.#ports().store.reads.transactions.transactionsOf(owner.id)).find(
      (one) => one.id === id,
    );
    return now === undefined || (now.state === 'open' && now.multicall?.carried == null)
      ? null
      : now;
  }

  #waitFor(id: string): { readonly done: Promise<void>; leave(): void } {
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

  async #drain(chain: ChainRef, role: AccountRole, key: string): Promise<void> {
    const { clock, log, policy } = this.#ports();
    while (this.#accounts.get(key) === true && !this.#stop.aborted) {
      this.#accounts.set(key, false);
      try {
        if (await this.#advance(chain, role, key)) this.#accounts.set(key, true);
      } catch (error) {
        log.warn('multicall-postponed', {
          chain,
          role,
          fault: error instanceof Error ? error.name : 'unknown',
        });
        await clock.sleep(policy.retryAfterMs, this.#stop);
        this.#accounts.set(key, true);
      }
    }
    this.#accounts.delete(key);
  }

  /** Follows the open multicall, or forms one; false when nothing is left to do. */
  async #advance(chain: ChainRef, role: AccountRole, key: string): Promise<boolean> {
    const ports = this.#ports();
    const account = ports.custody.account(chain, role);
    if (isStoreBehind((await ports.store.reads.transactions.account(chain, account))?.stopped))
      return false;
    const open = await ports.store.reads.transactions.openMulticall(chain, account);
    if (open !== null) {
      await this.#seeThrough(ports, open);
      // A multicall formed by another process may carry what a caller waits for here.
      if (!this.#formed.delete(key)) this.#notify([...this.#waiters.keys()]);
      return true;
    }
    const moved = await formMulticall(ports, chain, role, this.#stop);
    if (moved.length > 0) this.#formed.add(key);
    this.#notify(moved);
    // If another process was faster, its multicall is completed before the next one is formed.
    return (
      moved.length > 0 ||
      (await ports.store.reads.transactions.openMulticall(chain, account)) !== null
    );
  }

  #notify(ids: readonly string[]): void {
    for (const id of ids) for (const resolve of this.#waiters.get(id) ?? []) resolve();
  }

  async #seeThrough(ports: TransactionPorts, multicall: Transaction): Promise<void> {
    const awaited = await awaitTransaction(
      ports,
      multicall,
      { untilMined: true, patienceMs: ports.policy.patienceMs },
      this.#stop,
    );
    const settle = (seen: MinedTransaction): Promise<void> =>
      ports.store.run('settle-batch', (tx) =>
        settleMined(tx, seen, { engine: null, atMs: ports.clock.now() }),
      );
    await settleEnd(ports, awaited, {
      displacedUnit: 'batch-displaced',
      pending: () => undefined,
      displaced: () => undefined,
      mined: settle,
      reverted: settle,
      filled: settle,
    });
  }
}
