import { deskOf } from '@interline/core/operations';
import {
  bringAllForward,
  moveFloat,
  type Route,
  type TransferPorts,
} from '@interline/core/transfer';
import {
  asAmount,
  evmAddress,
  evmChain,
  type Hex,
  isRelayError,
  noUnits,
  TokenList,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { scriptedManifest, scriptedQuote, scriptedRail } from '@interline/plugins/testing';
import { accounts, modelToken } from './model-accounts.ts';
import { type ModelBooks, modelBooks } from './model-books.ts';
import { ModelChain } from './model-chain.ts';
import { modelCustody } from './model-custody.ts';
import { freeOn } from './model-harness.ts';
import { balancesAtStart, floatAtStart, tokenOn } from './model-transfer.ts';
import { type MortalProcess, mortalProcess } from './mortal-process.ts';
import { emptyCopy, type StoreBench, type StoreCopy } from './store-bench.ts';

const movedUnits = 200_000n;
/** 20 bps less. */
const arrivingUnits = 199_600n;

/** Blocks on top of a deposit before the engine fills it: no reorg here goes deeper. */
const engineDepth = 3;

const bridge = evmAddress(`0xb1${'0'.repeat(38)}`);
const { signal } = new AbortController();

/** Where the float is, by the chains as they are. */
export interface FloatPlaces {
  readonly source: bigint;
  readonly spender: bigint;
  readonly bridge: bigint;
  readonly destination: bigint;
}

/**
 * A process that moves float from one model chain to the other over an engine, which fills each
 * deposit that it sees once. The process can die, the chains reorganise and the store go back.
 */
export interface FloatMoveWorld {
  readonly chains: readonly [ModelChain, ModelChain];
  readonly process: MortalProcess;
  readonly books: ModelBooks;
  /** What was committed, after each unit. */
  readonly copies: readonly StoreCopy[];
  /** What orders were refused with. */
  readonly refusals: readonly string[];
  /** The operator orders the move. */
  order(maxCostBps?: number): Promise<void>;
  /** A block on each chain, the engine's part, and what the service does by itself. */
  round(): Promise<void>;
  /** Of the source chain, before the service sees it. */
  reorg(depth: number, late: number, forgets: boolean): void;
  /** A dead process is followed by another. */
  restart(): Promise<boolean>;
  setBack(copy: StoreCopy): Promise<void>;
  routes(): Promise<readonly Route[]>;
  desk(): ReturnType<ReturnType<typeof deskOf>>;
  places(): FloatPlaces;
  /** What is wrong now: moved or promised twice, sent without a commit, booked as unclaimed. */
  audit(): Promise<readonly string[]>;
  /** Reservations that are open. */
  reserved(): Promise<readonly string[]>;
  close(): void;
}

interface Terms {
  readonly confirmations?: number;
  /** The engine's contract makes every call revert. */
  readonly refuses?: boolean;
}

export async function floatMoveWorld(
  bench: StoreBench,
  { confirmations = 1, refuses = false }: Terms = {},
): Promise<FloatMoveWorld> {
  bench.restore(emptyCopy);
  const balances = balancesAtStart(1);
  const chains = [
    new ModelChain(evmChain(8453), balances, false),
    new ModelChain(evmChain(42161), balances, false),
  ] as const;
  const [source, destination] = chains;
  if (refuses) source.refused.add(bridge);
  const coin = { address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
  const tokens = new TokenList(
    chains.flatMap(({ ref }) => [tokenOn(ref), { ...coin, chain: ref }]),
  );
  const custody = modelCustody(new Map(chains.map((one) => [one.ref, one])), confirmations, 2);
  const fills = new Map<string, Hex>();
  const breaches: string[] = [];
  const refusals: string[] = [];
  const copies: StoreCopy[] = [];
  let lives = 0;
  let isReorged = false;
  let nowMs = 1_780_000_000_000;

  const send = custody.broadcast.bind(custody);
  custody.broadcast = async (forms) => {
    const ids = forms.map(({ transactionId }) => transactionId);
    const stored = await bench.store.reads.transactions.signedTransactionsOf(ids);
    for (const { hash } of forms)
      if (!stored.some((one) => one.hash === hash))
        breaches.push(`${hash} was sent and is not in the store`);
    return send(forms);
  };
  const born = (): MortalProcess => {
    lives += 1;
    return mortalProcess({
      store: bench.store,
      custody,
      tokens,
      rail: engineRail(fills),
      confirmations,
      breaches,
      life: lives,
      aheadMs: 0,
      startMs: nowMs,
      policy: {},
      onCommit: () => copies.push(bench.copy()),
    });
  };
  let process = born();
  const begin = async (): Promise<void> => {
    await process.start();
    for (const { ref } of chains) await process.read(ref);
  };
  /** Of the store itself: it answers whether the process lives or not. */
  const moneyNow = (): TransferPorts => ({
    ...process.money,
    // CAST: what is looked at here announces nothing.
    store: bench.store as unknown as TransferPorts['store'],
  });
  const booksNow = (): ModelBooks => modelBooks({ money: moneyNow(), custody, chains });
  const openPulls = async (): Promise<number> => {
    const open = await bench.store.reads.transactions.openTransactions();
    return open.filter(({ purpose }) => purpose === 'pull').length;
  };
  const routes = () => bench.store.reads.transfers.recentRoutes(10);
  const fill = (): void => {
    for (const { tx, isSuccess, block } of source.branch.receipts()) {
      const { action, hash } = tx;
      if (source.head.number - block < engineDepth) continue;
      if (!isSuccess || action.kind !== 'transfer' || action.to !== bridge) continue;
      if (fills.has(hash)) continue;
      const paid = destination.strangersHash();
      fills.set(hash, paid);
      destination.offer({
        hash: paid,
        from: 'engine',
        nonce: null,
        action: { kind: 'mint', to: accounts.float, units: arrivingUnits },
      });
    }
  };

  await begin();
  await booksNow().reconcile();
  return {
    chains,
    get process() {
      return process;
    },
    get books() {
      return booksNow();
    },
    copies,
    refusals,
    async order(maxCostBps = 30) {
      const [from, to] = [tokenOn(source.ref), tokenOn(destination.ref)];
      const move = { from, to, units: asAmount(movedUnits), maxCostBps };
      await process.act((money) =>
        moveFloat(money)(move, signal).catch((error: unknown) => {
          if (!isRelayError(error)) throw error;
          refusals.push(error.code);
        }),
      );
    },
    async round() {
      for (const chain of chains) chain.mine(1);
      fill();
      // An arrival is in the balance before the service has seen it. A difference must hold for
      // longer than a reorg goes unnoticed.
      if (!isReorged) await booksNow().reconcile();
      isReorged = false;
      // What the store knows nothing of is.
      const isKnown = (await routes()).length > 0;
      for (const chain of chains) {
        const { unclaimed = 0n } = await booksNow().balances(chain);
        if (unclaimed !== 0n && isKnown)
          breaches.push(`${unclaimed} are unclaimed on ${chain.ref}`);
      }
      const ids = (await routes()).map(({ id }) => id);
      await process.work(ids, 60);
      await process.sweep();
      await process.act((money) => bringAllForward(money, { depth: 'final' }, signal));
      for (const { ref } of chains) await process.read(ref);
      await booksNow().reconcile();
    },
    reorg(depth, late, forgets) {
      isReorged = true;
      source.reorg(depth, late, forgets);
    },
    async restart() {
      if (!process.isDead) return false;
      // A unit that was under way when it died is over.
      await bench.store.run('drain', async () => undefined);
      nowMs = process.clock.monotonic();
      process = born();
      await begin();
      return true;
    },
    async setBack(copy) {
      process.kill();
      await bench.store.run('drain', async () => undefined);
      bench.restore(copy);
      nowMs = process.clock.monotonic();
      process = born();
      await begin();
    },
    routes,
    desk: () => deskOf(moneyNow(), new AbortController().signal)(100),
    places: () => ({
      source: source.balance(accounts.float),
      spender: source.balance(accounts.spender),
      bridge: source.balance(bridge),
      destination: destination.balance(accounts.float),
    }),
    async audit() {
      const wrong = [...breaches];
      const moved = source.sent(accounts.float, accounts.spender);
      if (moved > movedUnits) wrong.push(`the float sent the spender ${moved}`);
      const handed = source.sent(accounts.spender, bridge);
      if (handed > movedUnits) wrong.push(`the engine was handed ${handed}`);
      const scene = { money: moneyNow(), confirmations, unswept: new Set<ModelChain>() };
      const isOwed = moved === 0n && (await openPulls()) > 0;
      for (const free of await freeOn(scene, source))
        if (free + (isOwed ? movedUnits : 0n) > source.balance(accounts.float))
          wrong.push(`${free} are free${isOwed ? ' beside what is to leave' : ''}`);
      return wrong;
    },
    async reserved() {
      const books = chains.flatMap(({ ref: chain }) =>
        Object.values(accounts).flatMap((account) =>
          [modelToken, 'native'].map((token) => ({ chain, account, token })),
        ),
      );
      const all = await Promise.all(
        books.map((book) => bench.store.reads.transactions.reservations(book)),
      );
      return all
        .flat()
        .filter(({ state }) => state === 'open')
        .map(({ id }) => id);
    },
    close: () => process.kill(),
  };
}

/** What all of it comes to where the move arrives, and where it goes back. */
export const whenArrived: FloatPlaces = {
  source: floatAtStart - movedUnits,
  spender: 0n,
  bridge: movedUnits,
  destination: floatAtStart + arrivingUnits,
};
export const whenReturned: FloatPlaces = {
  source: floatAtStart,
  spender: 0n,
  bridge: 0n,
  destination: floatAtStart,
};

function engineRail(fills: ReadonlyMap<string, Hex>): RailPort {
  const rail = scriptedRail({
    manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
    quote: (request, way) => ({
      ok: true,
      value: scriptedQuote(request, {
        rail: way,
        fee: 0n,
        output: arrivingUnits,
        minOutput: arrivingUnits,
      }),
    }),
    steps: (order) => [
      {
        kind: 'call',
        chain: order.lane.from,
        to: bridge,
        data: '0xb41d',
        value: noUnits,
        approve: { token: modelToken, spender: bridge, units: order.amount },
        handsOver: true,
      },
      { kind: 'track', ref: { route: order.routeId }, pollMs: 10 },
    ],
  });
  return {
    ...rail,
    async track({ srcTx }) {
      const destTx = typeof srcTx === 'string' ? fills.get(srcTx) : undefined;
      return destTx === undefined
        ? { status: 'BRIDGING', stage: 'SENDING' }
        : { status: 'DONE', stage: 'DELIVERED', destTx };
    },
  };
}
