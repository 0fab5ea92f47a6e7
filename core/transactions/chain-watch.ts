import type { ChainRef, Hex, Transaction } from '@interline/kernel';
import type {
  ChainReading,
  Clock,
  CustodyPort,
  TransactionReading,
  Log,
  WatchedTransaction,
} from '@interline/ports';
import type { TransactionWatch } from './ports.ts';
import { type Sighting, type TakenSlot, warnUnseen } from './verdict-of.ts';

interface Watcher {
  readonly transaction: Transaction;
  readonly hashes: readonly Hex[];
  readonly see: (sighting: Sighting) => void;
  /** Ends the wait with what was seen so far. */
  readonly dismiss: () => void;
}

/** How long a finding outlives its watcher; the owner's next look begins long before. */
const takenKeptMs = 60_000;

interface Taken extends TakenSlot {
  readonly sinceMs: number;
  readonly atMs: number;
  /** When its consumer is searched for next. */
  readonly searchAtMs: number;
}

interface ChainWatchParts {
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollMs: number;
  /**
   * How long a slot is found taken before its consumer is searched for, and the time between two
   * searches.
   */
  readonly displacedAfterMs: number;
  readonly stop: AbortSignal;
}

/**
 * One loop per chain reads all watched transactions at once, from one node at one block. It runs
 * only while something is watched, and no faster than `pollMs`.
 */
export class ChainWatch implements TransactionWatch {
  readonly #custody: CustodyPort;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pollMs: number;
  readonly #displacedAfterMs: number;
  readonly #stop: AbortSignal;
  readonly #watchers = new Map<ChainRef, Set<Watcher>>();
  readonly #loops = new Set<ChainRef>();
  readonly #busy = new Set<ChainRef>();
  /**
   * By slot, kept from one watcher of it to the next: the proof takes more blocks than one wait
   * lasts.
   */
  readonly #taken = new Map<string, Taken>();
  readonly #searching = new Set<string>();

  constructor(parts: ChainWatchParts) {
    this.#custody = parts.custody;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#pollMs = parts.pollMs;
    this.#displacedAfterMs = parts.displacedAfterMs;
    this.#stop = parts.stop;
    // One listener for all: a promise that every wait raced against would keep a part of each wait
    // for the life of the process.
    parts.stop.addEventListener('abort', () => this.#dismissAll(), { once: true });
  }

  takeBusyChains(): readonly ChainRef[] {
    const busy = [...this.#busy];
    this.#busy.clear();
    return busy;
  }

  async until(
    transaction: Transaction,
    hashes: readonly Hex[],
    enough: (sighting: Sighting) => boolean,
    patienceMs: number,
  ): Promise<Sighting | null> {
    if (this.#stop.aborted) return null;
    let last: Sighting | null = null;
    const { promise: over, resolve: dismiss } = Promise.withResolvers<void>();
    const watcher: Watcher = {
      transaction,
      hashes,
      dismiss,
      see: (sighting) => {
        last = sighting;
        if (enough(sighting)) dismiss();
      },
    };
    this.#add(watcher);
    const alarm = this.#clock.alarm(patienceMs);
    await Promise.race([over, alarm.rang]);
    alarm.cancel();
    this.#remove(watcher);
    return last;
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
            watchers.map(({ transaction, hashes }) => ({ transaction, hashes })),
            this.#stop,
          ),
        );
      } catch {
        this.#log.warn('chain-silent', { chain });
      }
      await this.#clock.sleep(this.#pollMs, this.#stop);
    }
    this.#loops.delete(chain);
  }

  #show(watchers: readonly Watcher[], reading: ChainReading): void {
    const byTransaction = new Map(reading.transactions.map((one) => [one.transactionId, one]));
    const bySlot = new Map(watchers.map((watcher) => [slotOf(watcher.transaction), watcher]));
    for (const [slot, { transaction, hashes }] of bySlot) {
      const seen = byTransaction.get(transaction.id);
      if (seen !== undefined) this.#noteTaken(slot, { transaction, hashes }, seen, reading.block);
    }
    for (const watcher of watchers) {
      const seen = byTransaction.get(watcher.transaction.id);
      if (seen === undefined) continue;
      if (seen.mined !== null) this.#busy.add(reading.chain);
      const taken = takenOf(this.#taken.get(slotOf(watcher.transaction)));
      watcher.see({
        ...seen,
        block: reading.block,
        timestampSec: reading.timestampSec,
        taken,
        watched: watcher.hashes,
      });
    }
  }

  #noteTaken(
    slot: string,
    watched: WatchedTransaction,
    seen: TransactionReading,
    block: number,
  ): void {
    const { isNonceTaken, mined, receiptOwed } = seen;
    const atMs = this.#clock.monotonic();
    const known = this.#taken.get(slot);
    this.#taken.delete(slot);
    if (!isNonceTaken || mined !== null) return;
    const nextSearchMs = atMs + this.#displacedAfterMs;
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
    if (isDue && receiptOwed !== null) warnUnseen(this.#log, watched.transaction, 'receipt-owed');
    else if (isDue) void this.#search(slot, watched, before);
    for (const [id, { atMs: lastMs }] of this.#taken)
      if (atMs - lastMs > takenKeptMs) this.#taken.delete(id);
  }

  /** What it finds counts for this stay of the slot's consumer, not for one after a reorg. */
  async #search(
    slot: string,
    watched: WatchedTransaction,
    { sinceBlock, sinceMs }: Taken,
  ): Promise<void> {
    this.#searching.add(slot);
    try {
      const found = await this.#custody.consumerOf(watched, sinceBlock, this.#stop);
      const consumer = found.kind === 'found' ? found : null;
      const now = this.#taken.get(slot);
      if (now?.sinceMs === sinceMs) this.#taken.set(slot, { ...now, consumer });
      if (found.kind === 'unseen') warnUnseen(this.#log, watched.transaction, found.reason);
      else if (watched.hashes.includes(found.hash))
        warnUnseen(this.#log, watched.transaction, 'receipt-owed');
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

function slotOf({ chain, account, nonce }: Transaction): string {
  return `${chain}/${account}/${nonce}`;
}
