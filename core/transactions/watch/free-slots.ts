import type { Clock, Log } from '@interline/ports';
import type { TransactionStore } from '../repository.ts';

/** Granularity of what is stored, so that polls of the money path do not write each time. */
const raisedAfterBlocks = 64;
const raisedAfterMs = 60_000;

/** Maximum remembered transactions; those raised longest ago are dropped first. */
const mostKept = 4_096;

interface FreeSlotsParts {
  readonly store: TransactionStore;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Stores at which block the slots of open transactions were last seen free. */
export class FreeSlots {
  readonly #store: TransactionStore;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #log: Pick<Log, 'warn'>;
  readonly #raised = new Map<string, { readonly block: number; readonly atMs: number }>();

  constructor({ store, clock, log }: FreeSlotsParts) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** Writes only for those that were first seen, or last raised, long enough ago. */
  seen(transactionIds: readonly string[], block: number): void {
    const atMs = this.#clock.monotonic();
    const due = [...new Set(transactionIds)].filter((id) => {
      const before = this.#raised.get(id);
      if (before === undefined) {
        this.#keep(id, { block, atMs });
        return false;
      }
      return (
        block > before.block &&
        (block - before.block >= raisedAfterBlocks || atMs - before.atMs >= raisedAfterMs)
      );
    });
    if (due.length === 0) return;
    for (const id of due) this.#keep(id, { block, atMs });
    this.#store
      .run('slots-free', (tx) => tx.transactions.raiseFreeAt(due, block))
      .catch(() => {
        this.#log.warn('free-slots-not-stored', {});
      });
  }

  #keep(id: string, at: { readonly block: number; readonly atMs: number }): void {
    this.#raised.delete(id);
    const oldest = this.#raised.keys().next();
    if (this.#raised.size >= mostKept && oldest.done !== true) this.#raised.delete(oldest.value);
    this.#raised.set(id, at);
  }
}
