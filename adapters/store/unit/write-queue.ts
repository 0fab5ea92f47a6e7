import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isRelayError, RelayError } from '@interline/domain';
import type { Log } from '@interline/ports';
import { QueryFailedError } from 'typeorm';
import type { Catalog } from '../sql/catalog.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Execute } from '../sql/execute.ts';
import { type PendingUnit, pendingUnit } from './pending-unit.ts';
import { Transaction } from './transaction.ts';
import { Unit, type UnitScope } from './unit.ts';

/** Units that share one COMMIT at most: what the event loop waits for between two turns. */
export const maxUnitsPerCommit = 32;
/** Units that may wait; more is a sign that the disk cannot follow, and is refused. */
export const maxWaitingUnits = 20_000;
/** A COMMIT waits for the disk and holds the event loop meanwhile, so the next one lets units collect for this many times as long. */
const restPerCommit = 2;
const maxRestMs = 20;
/** A unit that takes this long keeps everybody else waiting, and is told to the log. */
export const slowUnitMs = 250;

interface WriteQueueParts {
  readonly execute: Execute;
  readonly dialect: Dialect;
  readonly catalog: Catalog;
  readonly log: Log | null;
}

/** All writes, first in first out, through one connection: each unit in a savepoint, one COMMIT for all that wait. */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  readonly #current = new AsyncLocalStorage<Unit>();
  // The loop serves everybody, so it must not run in the async context of the caller that happened to wake it.
  readonly #inOwnContext = AsyncLocalStorage.snapshot();
  #waiting: PendingUnit[] = [];
  #lastCommit = { tookMs: 0, endedMs: 0 };
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
  }

  run<T>(name: string, work: (scope: UnitScope) => Promise<T>): Promise<T> {
    const outer = this.#current.getStore();
    if (outer !== undefined && !outer.isOver) return outer.join(name, (unit) => this.#current.run(unit, work, unit));
    if (this.#isClosed) return Promise.reject(new RelayError('STORE_DOWN', { unit: name }, 'the store is closed'));
    if (this.#waiting.length >= maxWaitingUnits) return Promise.reject(new RelayError('STORE_DOWN', { unit: name, waiting: maxWaitingUnits }));
    const inCallersContext = AsyncLocalStorage.snapshot();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(pendingUnit(name, (unit) => inCallersContext(() => this.#current.run(unit, work, unit)), resolve, reject));
      this.#running ??= this.#inOwnContext(() => this.#serve());
    });
  }

  /** Serves what waits, then refuses. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A turn of the event loop before each group: requests are served meanwhile, and their units join the group.
      await nextTurn();
      await this.#pause();
      const group = this.#waiting.slice(0, maxUnitsPerCommit);
      this.#waiting = this.#waiting.slice(maxUnitsPerCommit);
      await this.#commit(group);
    }
    this.#running = null;
  }

  /** Under load the loop belongs to others for twice as long as the last COMMIT held it; a queue that rested does not wait. */
  async #pause(): Promise<void> {
    const restMs = Math.min(this.#lastCommit.tookMs * restPerCommit, maxRestMs) - (performance.now() - this.#lastCommit.endedMs);
    if (restMs >= 1) await sleep(restMs);
  }

  async #commit(group: readonly PendingUnit[]): Promise<void> {
    const { execute, dialect, catalog, log } = this.#parts;
    const transaction = new Transaction(execute);
    try {
      await transaction.control(dialect.begin);
      for (const pending of group) {
        const startMs = performance.now();
        await pending.attempt(new Unit(pending.name, transaction, catalog));
        const tookMs = Math.round(performance.now() - startMs);
        if (tookMs >= slowUnitMs) log?.warn('store-unit-slow', { unit: pending.name, tookMs });
      }
      const startMs = performance.now();
      await transaction.control('COMMIT');
      const endedMs = performance.now();
      this.#lastCommit = { tookMs: endedMs - startMs, endedMs };
    } catch (error) {
      await transaction.rollBack();
      log?.error('store-down', { units: group.length, cause: causeOf(error) });
      // Also those whose work threw: what they threw may rest on a neighbour's row that is gone now.
      for (const pending of group) pending.reject(transaction.fail(error));
      return;
    }
    for (const pending of group) pending.settle();
    this.#tell(transaction);
  }

  #tell(transaction: Transaction): void {
    try {
      transaction.committed();
    } catch (error) {
      this.#parts.log?.error('store-listener-failed', { cause: causeOf(error) });
    }
  }
}

/** The database's code such as `SQLITE_FULL`, never its text: that can hold a statement's values. */
function causeOf(error: unknown): string {
  const cause = isRelayError(error) ? error.cause : error;
  const inner: unknown = cause instanceof QueryFailedError ? cause.driverError : cause;
  if (!(inner instanceof Error)) return 'unknown';
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}
