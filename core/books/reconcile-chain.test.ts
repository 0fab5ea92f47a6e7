import { asUnits, evmAddress, evmChain, nativeAddress, TokenList } from '@interline/kernel';
import type { HoldingsReading, Log } from '@interline/ports';
import { expect } from 'chai';
import { entryOf } from './entry.ts';
import { balancesOf } from './fold-entries.ts';
import { reconcileChain } from './reconcile-chain.ts';
import type { ReconcilePorts, WatchedSlot } from './reconcile-ports.ts';
import { memoryBooks } from './testing/memory-books.ts';

const chain = evmChain(8453);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);

describe('books that are compared with a chain', () => {
  it('open with what the account held, where a node once answers as of a later block than it names', async () => {
    const { reconcile, looks, paysGas, balances } = given();

    // The transaction of block 11 has left the balance, and its slot is still free.
    looks.push({ block: 10, units: 960n, slots: 0 });
    looks.push({ block: 11, units: 960n, slots: 1, whenRead: () => paysGas(11) });
    await reconcile();
    looks.push({ block: 12, units: 960n, slots: 1 }, { block: 12, units: 960n, slots: 1 });
    await reconcile();

    expect(await balances()).to.deep.equal({ coin: 960n, gas: 40n, capital: -1_000n });
  });

  it('wait where a slot is taken in blocks before the one that its transaction was settled in', async () => {
    const { reconcile, looks, paysGas, balances } = given();
    await paysGas(11);

    // A reorg has put it into block 10, and the sweep has not seen that yet.
    looks.push({ block: 10, units: 960n, slots: 1 });
    const moved = await reconcile();
    looks.push({ block: 11, units: 960n, slots: 1 }, { block: 11, units: 960n, slots: 1 });
    const settled = await reconcile();

    expect([moved, settled]).to.deep.equal(['waiting', 'judged']);
    expect(await balances()).to.deep.equal({ coin: 960n, gas: 40n, capital: -1_000n });
  });

  it('open again with all that is there, where a reorg has replaced the block that they opened in', async () => {
    const { reconcile, looks, replaced, balances } = given();
    looks.push({ block: 10, units: 1_000n, slots: 0 }, { block: 10, units: 1_000n, slots: 0 });
    await reconcile();
    const opened = await balances();

    // Causes a look at the blocks while an arrival is pending.
    replaced.add(10);
    looks.push({ block: 12, units: 1_001n, slots: 0 }, { block: 12, units: 1_001n, slots: 0 });
    await reconcile();
    looks.push({ block: 13, units: 1_001n, slots: 0 }, { block: 13, units: 1_001n, slots: 0 });
    await reconcile();

    expect(opened).to.deep.equal({ coin: 1_000n, capital: -1_000n });
    expect(await balances()).to.deep.equal({ coin: 1_001n, capital: -1_001n });
  });

  it('open again at the next block, where a reorg brings back the very block that they opened in', async () => {
    const { reconcile, looks, replaced, balances } = given();
    const look = async (seen: Look) => {
      looks.push(seen, seen);
      await reconcile();
    };
    await look({ block: 10, units: 1_000n, slots: 0 });
    replaced.add(10);
    await look({ block: 10, units: 1_001n, slots: 0, branch: 'b' });
    replaced.delete(10);
    await look({ block: 10, units: 1_000n, slots: 0 });
    await look({ block: 11, units: 1_000n, slots: 0 });

    expect(await balances()).to.deep.equal({ coin: 1_000n, capital: -1_000n });
  });
});

/** The result of one look at the float's coin: the balance and the number of taken slots. */
interface Look {
  readonly block: number;
  readonly units: bigint;
  readonly slots: number;
  /** Set if it is a block of a branch that has replaced another. */
  readonly branch?: 'b';
  readonly whenRead?: () => Promise<void>;
}

/** A float of coin only, and its future looks. */
function given() {
  const books = memoryBooks();
  const looks: Look[] = [];
  /** Blocks that a reorg has replaced. */
  const replaced = new Set<number>();
  const watched: WatchedSlot[] = [];
  let nowMs = 0;
  const silent = (): void => undefined;
  const log: Log = { debug: silent, info: silent, warn: silent, error: silent, child: () => log };
  const transactions = {
    watchedTransactions: async () => watched,
    account: async () => null,
    unmatchedTransactions: async () => [],
  };
  const unit = { books, transactions, transfers: { arrivalsDue: async () => [] } };
  // CAST: the parts of store, custody and clock that a comparison uses.
  const ports = {
    store: {
      reads: unit,
      run: async (_name: string, work: (tx: typeof unit) => unknown) => work(unit),
    },
    custody: {
      former: [],
      roles: () => ['float'],
      account: () => float,
      holdings: async (
        _chain: unknown,
        books: readonly unknown[],
        at: { readonly block?: number },
      ) => {
        if (books.length === 0) return headerOf(at.block ?? 0, replaced);
        return at.block === undefined ? readingOf(looks.shift()) : null;
      },
    },
    tokens: new TokenList([]),
    clock: {
      now: () => nowMs,
      monotonic: () => nowMs,
      sleep: async (ms: number) => {
        nowMs += ms;
      },
    },
    log,
    policy: { reconcileEveryMs: 1_000, driftHoldsMs: 1, gasAdjustmentBps: new Map() },
  } as unknown as ReconcilePorts;
  return {
    looks,
    replaced,
    reconcile: async () =>
      (await reconcileChain(ports, chain, new AbortController().signal)).outcome,
    /** The float's first transaction is settled in that block, for 40 wei. */
    paysGas: async (block: number) => {
      watched.push({ chain, account: float, slot: 0, minedBlock: block });
      const line = { chain, token: nativeAddress } as const;
      const entry = entryOf({
        id: `ef_1/delegate/${block}`,
        kind: 'delegate',
        chain,
        block,
        blockHash: `0xa${block}`,
        lines: [
          { ...line, kind: 'gas', holder: '', units: 40n },
          { ...line, kind: 'coin', holder: float, units: -40n },
        ],
        atMs: nowMs,
      });
      if (entry !== null) await books.post(entry);
    },
    balances: async () => {
      const lines = [...(await balancesOf(books, null)).values()];
      return Object.fromEntries(lines.map(({ kind, units }) => [kind, units]));
    },
  };
}

async function readingOf(look: Look | undefined): Promise<HoldingsReading | null> {
  if (look === undefined) return null;
  await look.whenRead?.();
  const { block, units, slots } = look;
  const book = { chain, account: float, token: nativeAddress };
  return {
    ...headerOf(block, new Set(look.branch === 'b' ? [block] : [])),
    balances: [{ book, units: asUnits(units), block }],
    slotsTaken: new Map([[float, slots]]),
  };
}

function headerOf(block: number, replaced: ReadonlySet<number> = new Set()): HoldingsReading {
  const branch = replaced.has(block) ? 'b' : 'a';
  return {
    readBy: 0,
    block,
    blockHash: `0x${branch}${block}`,
    balances: [],
    slotsTaken: new Map(),
  };
}
