import {
  neverMined,
  type ChainRef,
  type Transaction,
  evmAddress,
  evmChain,
  type Hex,
} from '@interline/kernel';
import type {
  Alarm,
  ChainReading,
  Clock,
  CustodyPort,
  TransactionReading,
  Log,
  LogFields,
  SlotConsumer,
  SlotSearch,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { Policy } from '../../../switches/index.ts';
import { ChainWatch } from '../chain-watch.ts';
import type { TransactionStore } from '../../repository.ts';
import type { UnprovenSlot } from '../../unproven-slot.ts';

export const base = evmChain(8453);
export const pollMs = 250;
const account = evmAddress('0x1000000000000000000000000000000000000abc');

/** The chain watch over a scripted chain, with a clock that a test advances. */
export function watching(byChain: NonNullable<Policy['byChain']> = {}) {
  const clock = new ManualClock();
  const chain = new ScriptedChain();
  const slots = new SlotRecords();
  const stop = new AbortController();
  const warnings: (readonly [string, LogFields])[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    child: () => log,
    warn: (event, fields = {}) => {
      warnings.push([event, fields]);
    },
  };
  const parts = {
    custody: chain.custody,
    clock,
    log,
    pollMs,
    store: slots.store,
    policy: { displacedAfterMs: 1_000, holdSec: { '*': 1 }, byChain },
    stop: stop.signal,
  };
  const watch = new ChainWatch(parts);
  return { watch, chain, clock, stop, warnings, slots };
}

export function pending(transactionId: string): TransactionReading {
  return { transactionId, mined: null, isSlotTaken: false, receiptOwed: null };
}

export function taken(transactionId: string): TransactionReading {
  return { transactionId, mined: null, isSlotTaken: true, receiptOwed: null };
}

export function mined(transactionId: string, block: number): TransactionReading {
  return {
    transactionId,
    isSlotTaken: true,
    receiptOwed: null,
    mined: {
      hash: '0x01',
      block,
      blockHash: '0xb1',
      isSuccess: true,
      gasUsed: 21_000n,
      gasCost: 21_000n,
      transfers: [],
    },
  };
}

/** A signed form, by its hash. */
export function form(hash: Hex): WatchedForm {
  return {
    hash,
    tx: {
      to: account,
      data: '0x',
      value: 0n,
      gasLimit: 100_000n,
      maxFeeRate: 1n,
      tip: 1n,
    },
  };
}

export function transaction(id: string, chain: ChainRef = base): Transaction {
  return {
    id,
    owner: { kind: 'route', id: 'rt_1' },
    step: -1,
    purpose: 'pull',
    chain,
    role: 'spender',
    account,
    slot: 0,
    ...neverMined,
    expects: null,
    createdAtMs: 0,
    multicall: null,
  };
}

/** Answers reads of any chain from a script; knows no transaction when the script has ended. */
class ScriptedChain {
  readonly reads: (readonly [ChainRef, readonly string[]])[] = [];
  readonly #lines: (Omit<ChainReading, 'chain'> | Error)[] = [];

  // CAST: the watch uses nothing else of the custody.
  readonly custody = {
    observe: (chain, watched) => this.#observe(chain, watched),
    consumerOf: async ({ transaction: one, forms }, search) => {
      this.searches.push([[one.id, ...forms.map(({ hash }) => hash)].join(' '), search]);
      return this.found.shift() ?? { kind: 'unseen', reason: 'history-unserved', range: null };
    },
  } as Partial<CustodyPort> as CustodyPort;

  readonly searches: (readonly [string, SlotSearch])[] = [];
  /** Results of searches, in order. */
  found: SlotConsumer[] = [];
  /** Readings wait for it. */
  held: Promise<void> | null = null;

  tell(block: number, ...transactions: readonly TransactionReading[]): void {
    this.#lines.push(reading(block, transactions));
  }

  fail(error: Error): void {
    this.#lines.push(error);
  }

  async #observe(chain: ChainRef, watched: readonly WatchedTransaction[]): Promise<ChainReading> {
    this.reads.push([
      chain,
      watched.map(({ transaction: one, forms }) =>
        [one.id, ...forms.map(({ hash }) => hash)].join(' '),
      ),
    ]);
    if (this.held !== null) await this.held;
    const line = this.#lines.shift() ?? reading(99, []);
    if (line instanceof Error) throw line;
    return { ...line, chain };
  }
}

/** The store's records of slots. */
class SlotRecords {
  /** By transaction: the block at which its slot was free. */
  readonly freeAt = new Map<string, number>();
  readonly preparedAt = new Map<string, number>();
  readonly unproven = new Map<string, UnprovenSlot>();

  // CAST: the watch uses nothing else of the store.
  readonly store = {
    reads: {
      transactions: {
        freeAtOf: async (id: string) => this.freeAt.get(id) ?? null,
        preparedAtOf: async (id: string) => this.preparedAt.get(id) ?? null,
        unprovenSlots: async () => [...this.unproven.values()],
      },
    },
    run: (_name: string, unit: (tx: unknown) => Promise<unknown>) =>
      unit({
        transactions: {
          raiseFreeAt: async (ids: readonly string[], block: number) => {
            for (const id of ids) this.freeAt.set(id, block);
          },
          noteUnproven: async (slot: UnprovenSlot) => {
            const { sinceMs } = this.unproven.get(slot.transactionId) ?? slot;
            this.unproven.set(slot.transactionId, { ...slot, sinceMs });
          },
          clearUnproven: async (id: string) => {
            this.unproven.delete(id);
          },
        },
      }),
  } as unknown as TransactionStore;
}

function reading(
  block: number,
  transactions: readonly TransactionReading[],
): Omit<ChainReading, 'chain'> {
  return { block, head: block, timestampSec: 1_800_000_000 + block, transactions };
}

/** A clock that only a test advances. */
class ManualClock implements Clock {
  #nowMs = 0;
  readonly #waiters = new Set<{ readonly dueMs: number; readonly ring: () => void }>();

  now(): number {
    return this.#nowMs;
  }
  monotonic(): number {
    return this.#nowMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const alarm = this.alarm(ms);
    const cut = new Promise<void>((resolve) => {
      signal?.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
    await Promise.race([alarm.rang, cut]);
    alarm.cancel();
  }

  alarm(ms: number): Alarm {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { dueMs: this.#nowMs + ms, ring: resolve };
    this.#waiters.add(waiter);
    return {
      rang: promise,
      cancel: () => {
        this.#waiters.delete(waiter);
      },
    };
  }

  get pending(): number {
    return this.#waiters.size;
  }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const waiter of [...this.#waiters].filter((one) => one.dueMs <= this.#nowMs)) {
      this.#waiters.delete(waiter);
      waiter.ring();
    }
    await settled();
  }
}

/** Runs all pending work. */
export async function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
