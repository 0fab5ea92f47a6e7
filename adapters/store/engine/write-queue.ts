import { isRelayError, RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Catalog } from './catalog.ts';
import { commitGroup, type GroupEnd } from './commit-group.ts';
import { type PendingUnit, pendingUnit } from './commit-group.ts';
import type { Failure, SharedCommit } from './shared-commit.ts';
import type { Session } from './session.ts';
import type { Execute } from './statement.ts';
import { causeOf, Conflict, storeDown } from './store-down.ts';
import type { Unit, UnitScope } from './unit.ts';

/** Units that share one COMMIT at most: what the event loop waits for between two turns. */
const maxUnitsPerCommit = 32;
/** Units that may wait; more is a sign that the disk cannot follow, and is refused. */
const maxWaitingUnits = 20_000;
/**
 * A COMMIT waits for the disk and holds the event loop meanwhile, so the next one lets units
 * collect for this many times as long.
 */
const restPerCommit = 2;
const maxRestMs = 20;
/** How often a group runs that other processes are faster than. */
const maxTries = 20;
/**
 * After a loss, this process's groups go alone from the start for this long: where one lost, the
 * next would too.
 */
const contendedMs = 200;
/**
 * How long a closed queue continues to serve; a silent database would take longer than any stop.
 */
const closeWithinMs = 4_000;

interface WriteQueueParts {
  readonly open: () => Session;
  /** The statement that begins a group. */
  readonly begin: string;
  /** The same for a group that lost against another process. */
  readonly beginAlone: string;
  /** Throws when a commit would be lost. */
  readonly checkPlace?: (() => void) | undefined;
  /** Asked within every group, before its units; throws where this process must not write. */
  readonly assertMayWrite?: ((execute: Execute) => Promise<void>) | undefined;
  readonly catalog: Catalog;
  readonly log: Log | null;
}

/**
 * All writes of this process, first in first out, one group at a time: each unit in a
 * savepoint, one COMMIT for all that wait.
 */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  readonly #current = new AsyncLocalStorage<Unit>();
  // The loop serves all callers, so it must not run in the async context of the caller that happened
  // to wake it.
  readonly #inOwnContext = AsyncLocalStorage.snapshot();
  #waiting: PendingUnit[] = [];
  #lastCommit = { tookMs: 0, endedMs: 0 };
  #contendedUntilMs = 0;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
  }

  /** Whether the caller runs within a unit of this queue, which a further one would join. */
  isInUnit(): boolean {
    return this.#current.getStore()?.isOver === false;
  }

  run<T>(name: string, work: (scope: UnitScope) => Promise<T>): Promise<T> {
    const outer = this.#current.getStore();
    if (outer !== undefined && !outer.isOver)
      return outer.join(name, (unit) => this.#current.run(unit, work, unit));
    if (this.#isClosed) return Promise.reject(closed(name));
    if (this.#waiting.length >= maxWaitingUnits)
      return Promise.reject(new RelayError('STORE_DOWN', { unit: name, waiting: maxWaitingUnits }));
    const inCallersContext = AsyncLocalStorage.snapshot();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(
        pendingUnit(
          name,
          (unit) => inCallersContext(() => this.#current.run(unit, work, unit)),
          resolve,
          reject,
        ),
      );
      this.#running ??= this.#inOwnContext(() => this.#serve());
    });
  }

  /**
   * Serves what waits within a bound, then refuses the rest. A running group fails when its
   * connection closes.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    const late = new AbortController();
    const bound = sleep(closeWithinMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([this.#running, bound]);
    late.abort();
    for (const pending of this.#waiting.splice(0)) pending.reject(closed(pending.name));
  }

  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A turn of the event loop before each group: requests are served meanwhile, and their units
      // join the group.
      await nextTurn();
      await this.#pause();
      const group = this.#waiting.slice(0, maxUnitsPerCommit);
      this.#waiting = this.#waiting.slice(maxUnitsPerCommit);
      await this.#commit(group);
    }
    this.#running = null;
  }

  /**
   * Under load the loop belongs to others for twice as long as the last COMMIT held it; a queue
   * that rested does not wait.
   */
  async #pause(): Promise<void> {
    const restMs =
      Math.min(this.#lastCommit.tookMs * restPerCommit, maxRestMs) -
      (performance.now() - this.#lastCommit.endedMs);
    if (restMs >= 1) await sleep(restMs);
  }

  async #commit(group: readonly PendingUnit[]): Promise<void> {
    const end = await this.#keepOrLose(group);
    if (end.kind === 'kept') {
      this.#lastCommit = { tookMs: end.commitTookMs, endedMs: performance.now() };
      for (const pending of group) pending.settle();
      this.#tell(end.commit);
      return;
    }
    const reason = end.failure instanceof Conflict ? storeDown(end.failure) : end.failure;
    // Also the units whose work threw, because a neighbour's row that is gone now may have caused
    // the error.
    for (const pending of group) pending.reject(reason);
    // Callers first: a log that throws must not leave them waiting.
    this.#logLoss(group.length, end.failure);
  }

  #logLoss(units: number, failure: Failure): void {
    // A lasting state and no event: the watch over the store logs it once, with what to do.
    const isNewer = isRelayError(failure) && failure.code === 'STORE_NEWER';
    const isUnknown = isRelayError(failure) && failure.details['recorded'] === 'unknown';
    this.#parts.log?.[isNewer ? 'debug' : 'error']('store-down', {
      units,
      cause: causeOf(failure),
      ...(isUnknown ? { recorded: 'unknown' } : {}),
    });
  }

  /** Runs the group again while other processes are faster, within a bound. */
  async #keepOrLose(group: readonly PendingUnit[]): Promise<GroupEnd> {
    const { open, begin, beginAlone, checkPlace, assertMayWrite, catalog, log } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const isContended = performance.now() < this.#contendedUntilMs;
      const end = await commitGroup(group, open(), {
        begin: isContended ? beginAlone : begin,
        checkPlace,
        assertMayWrite,
        catalog,
        log,
      });
      if (end.kind === 'kept' || !(end.failure instanceof Conflict) || tries === maxTries)
        return end;
      this.#contendedUntilMs = performance.now() + contendedMs;
      log?.debug('store-group-again', { units: group.length, tries, cause: causeOf(end.failure) });
    }
  }

  #tell(commit: SharedCommit): void {
    try {
      commit.committed();
    } catch (error) {
      this.#parts.log?.error('store-listener-failed', { cause: causeOf(error) });
    }
  }
}

function closed(unit: string): RelayError {
  return new RelayError('STORE_DOWN', { unit }, 'the store is closed');
}
