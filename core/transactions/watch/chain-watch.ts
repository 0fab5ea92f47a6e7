import { carrierOf, type ChainRef, type Transaction } from '@interline/kernel';
import type {
  ChainReading,
  Clock,
  CustodyPort,
  TransactionReading,
  Log,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import { holdMsOf, type Policy } from '../../switches/index.ts';
import { FreeSlots } from './free-slots.ts';
import type { TransactionWatch } from '../ports.ts';
import type { TransactionStore } from '../repository.ts';
import { type HeldConsumer, type HeldFate, SlotProofs, type SpentPermit } from './slot-proofs.ts';
import type { Sighting, TakenSlot } from './verdict-of.ts';

interface Watcher {
  readonly transaction: Transaction;
  readonly forms: readonly WatchedForm[];
  readonly see: (sighting: Sighting) => void;
  /** The reading that was to show it has ended, even if it failed. */
  readonly look: () => void;
  /** Ends the wait with what was seen so far. */
  readonly dismiss: () => void;
}

/** How long a finding outlives its watcher; the owner's next look starts long before. */
const takenKeptMs = 60_000;

interface Taken extends TakenSlot {
  readonly sinceMs: number;
  readonly atMs: number;
  /** When its consumer is searched for next. */
  readonly searchAtMs: number;
}

interface ChainWatchParts {
  readonly store: TransactionStore;
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollMs: number;
  readonly policy: Pick<Policy, 'displacedAfterMs' | 'holdSec' | 'byChain'>;
  readonly stop: AbortSignal;
}

/**
 * One loop per chain reads all watched transactions together, from one node at one block. It runs
 * only while something is watched, at most every `pollMs`, or at the chain's own interval.
 */
export class ChainWatch implements TransactionWatch {
  readonly #custody: CustodyPort;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pollMs: number;
  readonly #policy: ChainWatchParts['policy'];
  readonly #proofs: SlotProofs;
  readonly #freeSlots: FreeSlots;
  readonly #stop: AbortSignal;
  readonly #watchers = new Map<ChainRef, Set<Watcher>>();
  readonly #loops = new Set<ChainRef>();
  readonly #busy = new Set<ChainRef>();
  /**
   * Keyed by slot and kept from one watcher to the next, because the proof takes more blocks than
   * one wait lasts.
   */
  readonly #taken = new Map<string, Taken>();
  readonly #searching = new Set<string>();

  constructor(parts: ChainWatchParts) {
    this.#custody = parts.custody;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#pollMs = parts.pollMs;
    this.#policy = parts.policy;
    this.#proofs = new SlotProofs(parts);
    this.#freeSlots = new FreeSlots(parts);
    this.#stop = parts.stop;
    // One listener for all: racing every wait against one promise would keep a part of each wait in
    // memory for the process's lifetime.
    parts.stop.addEventListener('abort', () => this.#dismissAll(), { once: true });
  }

  takeBusyChains(): readonly ChainRef[] {
    const busy = [...this.#busy];
    this.#busy.clear();
    return busy;
  }

  async until(
    transaction: Transaction,
    forms: readonly WatchedForm[],
    enough: (sighting: Sighting) => boolean,
    patienceMs: number,
  ): Promise<Sighting | null> {
    if (this.#stop.aborted) return null;
    let last: Sighting | null = null;
    const { promise: over, resolve: dismiss } = Promise.withResolvers<void>();
    const { promise: looked, resolve: look } = Promise.withResolvers<void>();
    const watcher: Watcher = {
      transaction,
      forms,
      dismiss,
      look,
      see: (sighting) => {
        last = sighting;
        if (enough(sighting)) dismiss();
      },
    };
    this.#add(watcher);
    const alarm = this.#clock.alarm(patienceMs);
    await Promise.race([over, alarm.rang]);
    // Otherwise a chain that takes longer to read than the wait lasts would never be seen.
    if (last === null) await Promise.race([over, looked]);
    alarm.cancel();
    this.#remove(watcher);
    return last;
  }

  consumerOf(watched: WatchedTransaction, signal: AbortSignal): Promise<HeldConsumer> {
    return this.#proofs.consumerOf(watched, null, signal);
  }

  fateOf(spent: SpentPermit, signal: AbortSignal): Promise<HeldFate> {
    return this.#proofs.fateOf(spent, signal);
  }

  isHeld(chain: ChainRef, key: string, finding: string | null): boolean {
    return this.#proofs.isHeld(chain, key, finding);
  }

  proven(transaction: Transaction): void {
    void this.#proofs.proven(transaction);
  }

  owed(transaction: Transaction, block: number): Promise<void> {
    return this.#proofs.noteUnproven(transaction, 'receipt-owed', { from: block, to: block });
  }

  #add(watcher: Watcher): void {
    const chain = watcher.transaction.chain;
    const set = this.#watchers.get(chain) ?? new Set();
    this.#watchers.set(chain, set);
    set.add(watcher);
    if (!this.#loops.has(chain)) void this.#loop(chain, set);
  }

  #remove(watcher: Watcher): void {
    this.#watchers.get(watcher.transaction.chain)?.delete(watcher);
  }

  #dismissAll(): void {
    for (const set of this.#watchers.values()) for (const watcher of set) watcher.dismiss();
  }

  async #loop(chain: ChainRef, set: Set<Watcher>): Promise<void> {
    this.#loops.add(chain);
    while (set.size > 0 && !this.#stop.aborted) {
      const watchers = [...set];
      try {
        this.#show(
          watchers,
          await this.#custody.observe(
            chain,
            watchers.map(({ transaction, forms }) => ({ transaction, forms, isAwaited: true })),
            this.#stop,
          ),
        );
      } catch {
        this.#log.warn('chain-silent', { chain });
      }
      for (const { look } of watchers) look();
      await this.#clock.sleep(this.#policy.byChain?.[chain]?.pollMs ?? this.#pollMs, this.#stop);
    }
    this.#loops.delete(chain);
  }

  #show(watchers: readonly Watcher[], reading: ChainReading): void {
    const byTransaction = new Map(reading.transactions.map((one) => [one.transactionId, one]));
    const bySlot = new Map(watchers.map((watcher) => [slotOf(watcher.transaction), watcher]));
    for (const [slot, { transaction, forms }] of bySlot) {
      const seen = byTransaction.get(transaction.id);
      if (seen !== undefined) this.#noteTaken(slot, { transaction, forms }, seen, reading.head);
    }
    const free: string[] = [];
    for (const watcher of watchers) {
      const { transaction } = watcher;
      const seen = byTransaction.get(transaction.id);
      if (seen === undefined) continue;
      if (seen.mined !== null) {
        this.#busy.add(reading.chain);
        this.proven(transaction);
      }
      if (!seen.isSlotTaken) free.push(carrierOf(transaction));
      const taken = takenOf(this.#taken.get(slotOf(transaction)));
      watcher.see({
        ...seen,
        block: reading.block,
        timestampSec: reading.timestampSec,
        taken,
        isHeld: this.#proofs.isEndHeld(transaction, seen),
        watched: watcher.forms.map(({ hash }) => hash),
      });
    }
    this.#freeSlots.seen(free, reading.block);
  }

  #noteTaken(
    slot: string,
    watched: WatchedTransaction,
    seen: TransactionReading,
    block: number,
  ): void {
    const { isSlotTaken, mined, receiptOwed } = seen;
    const atMs = this.#clock.monotonic();
    const known = this.#taken.get(slot);
    this.#taken.delete(slot);
    if (!isSlotTaken || mined !== null) return;
    const nextSearchMs = atMs + this.#policy.displacedAfterMs;
    const fresh: Taken = {
      sinceBlock: block,
      sinceMs: atMs,
      atMs,
      readings: 0,
      consumer: null,
      searchAtMs: nextSearchMs,
    };
    const before = known !== undefined && atMs - known.atMs <= takenKeptMs ? known : fresh;
    const isDue = atMs >= before.searchAtMs && !this.#searching.has(slot);
    this.#taken.set(slot, {
      ...before,
      readings: before.readings + 1,
      atMs,
      ...(receiptOwed === null ? {} : { consumer: null }),
      ...(isDue ? { searchAtMs: nextSearchMs } : {}),
    });
    if (isDue && receiptOwed !== null)
      void this.#proofs.noteUnproven(watched.transaction, 'receipt-owed', null);
    else if (isDue) void this.#search(slot, watched, before);
    for (const [id, { atMs: lastMs }] of this.#taken)
      if (atMs - lastMs > takenKeptMs) this.#taken.delete(id);
  }

  /**
   * A finding counts for this presence of the slot's consumer, not for one after a reorg. It counts
   * once it was found again after the hold, so the next search comes then.
   */
  async #search(
    slot: string,
    watched: WatchedTransaction,
    { sinceBlock, sinceMs }: Taken,
  ): Promise<void> {
    this.#searching.add(slot);
    try {
      const found = await this.#proofs.consumerOf(watched, sinceBlock, this.#stop);
      const consumer = found.kind === 'found' ? found : null;
      const now = this.#taken.get(slot);
      if (now?.sinceMs !== sinceMs) return;
      const againMs = this.#clock.monotonic() + holdMsOf(this.#policy, watched.transaction.chain);
      const searchAtMs =
        consumer?.isHeld === false ? Math.min(now.searchAtMs, againMs) : now.searchAtMs;
      this.#taken.set(slot, { ...now, consumer, searchAtMs });
    } catch {
      this.#log.warn('chain-silent', { chain: watched.transaction.chain });
    } finally {
      this.#searching.delete(slot);
    }
  }
}

function takenOf(taken: Taken | undefined): TakenSlot | null {
  if (taken === undefined) return null;
  const { sinceBlock, readings, consumer } = taken;
  return { sinceBlock, readings, consumer };
}

function slotOf({ chain, account, slot }: Transaction): string {
  return `${chain}/${account}/${slot}`;
}
