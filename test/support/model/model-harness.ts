import { refreshBooks } from '@interline/core/books';
import type { Store } from '@interline/adapters/store';
import { accountSweep, recover, resendOpen } from '@interline/core/transactions';
import {
  bringAllForward,
  executeRoute,
  type TransferPorts,
  RouteRunner,
  settleUnawaited,
  sweepFinality,
} from '@interline/core/transfer';
import { asUnits, evmChain, isRelayError, noUnits, TokenList, type Units } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { stockRail } from '../stock-rail.ts';
import type { ModelBranch } from './model-branch.ts';
import { ModelChain } from './model-chain.ts';
import { accounts, modelCustody, type ModelCustody, modelToken } from './model-custody.ts';
import { filePlace, type StorePlace } from './store-place.ts';
import { UnreadChains } from './unread-chains.ts';
import { modelMoney } from './model-money.ts';
import { operate } from './operate.ts';
import {
  balancesAtStart,
  type ModelTransfer,
  requestOf,
  tokenOn,
  transferOf,
} from './model-transfer.ts';
import { freeOf } from '../free-of.ts';

export { floatAtStart, type ModelTransfer, payerAtStart } from './model-transfer.ts';

/**
 * The real store and use cases over model chains, without HTTP, workers or cron: a test does what
 * they would do, when it likes.
 */
export interface ModelHarness extends ModelScene {
  /** All of it, as a backup or an operator sees it. */
  readonly store: Store;
  /** What is in the store now. */
  backUp(): Promise<ModelBackup>;
  close(): Promise<void>;
}

/** What steps are taken in, and what is looked at after each. */
export interface ModelScene {
  readonly chains: readonly [ModelChain, ModelChain];
  readonly custody: ModelCustody;
  readonly money: TransferPorts;
  /** Of pulls, and of the blocks balances are read at. */
  readonly confirmations: number;
  /** Accepted, in order. */
  readonly transfers: readonly ModelTransfer[];
  /** Codes of those that were not. */
  readonly refusals: readonly string[];
  /** What no run may show: a reservation above a quarter of the free float, a fault of our own. */
  readonly breaches: readonly string[];
  readonly unread: Pick<UnreadChains, 'has'>;
  /** Chains whose reorg no sweep has followed yet. */
  readonly unswept: ReadonlySet<ModelChain>;
  execute(from: 0 | 1, units: bigint): Promise<void>;
  /** One look at every route, all at once. */
  work(patienceMs: number): Promise<void>;
  /** The regular duties but the reading of books. */
  sweep(): Promise<void>;
  read(chain: ModelChain): Promise<void>;
  /** A reading whose answer is on its way until it is delivered. */
  readLater(chain: ModelChain): void;
  /** Delivers one of the answers on their way; false when there is none. */
  deliver(index: number): Promise<boolean>;
  /** Returns what was before. */
  reorg(chain: ModelChain, depth: number, late: number, forgets: boolean): ModelBranch;
  /**
   * The operator lets stopped accounts run and quarantined routes go on; what was refused, in
   * words.
   */
  operate(): Promise<readonly string[]>;
}

/**
 * A copy of a harness's store, on the chains that the harness worked with and that have gone on
 * since.
 */
export interface ModelBackup {
  readonly place: StorePlace;
  readonly chains: ModelHarness['chains'];
  readonly transfers: readonly ModelTransfer[];
  readonly payers: number;
}

/** Payers of the model, each good for one transfer. */
const payersAtMost = 400;

export interface ModelOptions {
  readonly place?: StorePlace;
  /** Opens what an earlier harness left, on its chains. */
  readonly backup?: ModelBackup;
  /** The store was put under a process that runs: nothing is recovered. */
  readonly isRunning?: boolean;
  /** Of each chain. */
  readonly nodes?: number;
}

export async function modelHarness(
  confirmations: number,
  rail: RailPort = stockRail(),
  { backup, place = backup?.place ?? filePlace(), isRunning = false, nodes = 2 }: ModelOptions = {},
): Promise<ModelHarness> {
  const balances = balancesAtStart(payersAtMost);
  const chains =
    backup?.chains ??
    ([
      new ModelChain(evmChain(8453), balances, confirmations === 1),
      new ModelChain(evmChain(42161), balances, confirmations === 1),
    ] as const);
  const tokens = new TokenList(chains.map(({ ref }) => tokenOn(ref)));
  const custody = modelCustody(
    new Map(chains.map((chain) => [chain.ref, chain])),
    confirmations,
    nodes,
  );
  const breaches: string[] = [];
  const store = await place.open();
  const stop = new AbortController();
  const money = modelMoney({
    store,
    custody,
    rail,
    tokens,
    confirmations,
    breaches,
    isNodeSilent: () =>
      chains.some(({ ref }) => custody.nodesOf(ref).some(({ isSilent }) => isSilent)),
    stop: stop.signal,
    before: backup === undefined ? 0 : 1,
  });
  const runner = new RouteRunner(money, stop.signal);
  const execute = executeRoute(money);
  const judgeAccounts = accountSweep(money);
  const sweepFinal = sweepFinality(money);
  const transfers: ModelTransfer[] = [...(backup?.transfers ?? [])];
  const refusals: string[] = [];
  const onTheirWay: (() => Promise<void>)[] = [];
  const unswept = new Set<ModelChain>();
  const unread = new UnreadChains();
  let payers = backup?.payers ?? 0;

  const sweepOnce = async (): Promise<void> => {
    await sweepFinal(stop.signal);
    unswept.clear();
    await settleUnawaited(money, stop.signal);
    await judgeAccounts(stop.signal);
    await bringAllForward(money, { depth: 'final' }, stop.signal);
    await resendOpen(money, 0, stop.signal);
  };
  let sweeping: Promise<void> | null = null;
  const sweep = (): Promise<void> => {
    sweeping ??= sweepOnce().finally(() => {
      sweeping = null;
    });
    return sweeping;
  };
  const beforeReading = async (chain: ModelChain): Promise<void> => {
    // The harness sweeps far more often than a chain makes the blocks that lie above a reading.
    if (unswept.has(chain)) await sweep();
  };

  if (!isRunning) await recover(money, stop.signal);
  await Promise.all(chains.map((chain) => refreshBooks(money, tokens, chain.ref, stop.signal)));
  return {
    chains,
    custody,
    money,
    store,
    confirmations,
    transfers,
    refusals,
    breaches,
    unread,
    unswept,
    sweep,
    async execute(from, units) {
      const index = payers;
      payers += 1;
      const transfer = transferOf(chains[from], chains[from === 0 ? 1 : 0], units, index);
      try {
        const done = await execute(requestOf(transfer), stop.signal);
        if (done.kind === 'route') transfers.push({ ...transfer, id: done.route.id });
      } catch (error) {
        if (!isRelayError(error)) throw error;
        refusals.push(error.code);
      }
    },
    async work(patienceMs) {
      await Promise.all(transfers.map((one) => runner.run(one.id, patienceMs)));
    },
    async read(chain) {
      await beforeReading(chain);
      await refreshBooks(money, tokens, chain.ref, stop.signal);
      await unread.noteRead(chain, money.store.reads.books);
    },
    readLater(chain) {
      if (unswept.has(chain)) return;
      const gate = Promise.withResolvers<void>();
      custody.nextAnswer = gate.promise;
      const recorded = refreshBooks(money, tokens, chain.ref, stop.signal);
      onTheirWay.push(() => {
        gate.resolve();
        return recorded;
      });
    },
    async deliver(index) {
      const [deliver] = onTheirWay.splice(index % Math.max(1, onTheirWay.length), 1);
      await deliver?.();
      return deliver !== undefined;
    },
    reorg(chain, depth, late, forgets) {
      const before = chain.reorg(depth, late, forgets);
      unswept.add(chain);
      unread.add(chain);
      return before;
    },
    operate: () => operate(money, stop.signal),
    backUp: async () => ({
      place: await place.copy(),
      chains,
      transfers: [...transfers],
      payers,
    }),
    async close() {
      while (onTheirWay.length > 0) await onTheirWay.pop()?.();
      stop.abort();
      await store.close();
      await place.remove();
    },
  };
}

/**
 * What the store takes for free in a chain's float: with its newest reading first, and with each
 * that could be made now.
 */
export async function freeOn(
  { money, confirmations, unswept }: Pick<ModelHarness, 'money' | 'confirmations' | 'unswept'>,
  chain: ModelChain,
): Promise<readonly Units[]> {
  const book = { chain: chain.ref, account: accounts.float, token: modelToken };
  const stored = await money.store.reads.books.balance(book);
  if (stored === null) return [noUnits];
  const reservations = await money.store.reads.transactions.reservations(book);
  const free = [freeOf(stored, reservations)];
  if (unswept.has(chain)) return free;
  for (let depth = confirmations - 1; chain.below(depth).number > stored.block; depth += 1) {
    const { number, state } = chain.below(depth);
    free.push(
      freeOf(
        { block: number, units: asUnits(state.balances.get(accounts.float) ?? 0n) },
        reservations,
      ),
    );
  }
  return free;
}
