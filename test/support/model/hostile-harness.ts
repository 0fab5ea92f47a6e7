import { evmChain, isRelayError, TokenList } from '@interline/kernel';
import { isStoreBehind } from '@interline/core/transactions';
import type { SignedTransaction } from '@interline/kernel';
import { accounts } from './model-accounts.ts';
import type { ModelScene } from './model-harness.ts';
import { ModelChain } from './model-chain.ts';
import { modelBooks } from './model-books.ts';
import { modelCustody } from './model-custody.ts';
import { type MortalProcess, mortalProcess } from './mortal-process.ts';
import {
  balancesAtStart,
  type ModelTransfer,
  requestOf,
  tokenOn,
  transferOf,
} from './model-transfer.ts';
import { emptyCopy, type StoreBench, type StoreCopy } from './store-bench.ts';
import { UnreadChains } from './unread-chains.ts';

/** What a history happens in. */
export interface HostileSetting {
  /** 13 is deeper than any reorg and fork; with 1, what they took comes back as it was. */
  readonly confirmations: 1 | 13;
  /** Of each chain. */
  readonly nodes: 1 | 2 | 3;
  /** How far the clock of each process is ahead of the chains'. */
  readonly aheadMs: readonly number[];
  /** What each account has for gas in the beginning. */
  readonly fuel: 'plenty' | 'little';
}

/**
 * The real store and use cases in several processes over model chains: nodes disagree, processes
 * die, clocks are wrong, gas runs out and the store is set back.
 */
export interface HostileHarness extends ModelScene {
  readonly setting: HostileSetting;
  readonly processes: readonly MortalProcess[];
  /** Accepted by a store that was set back since, to before it knew of them. */
  readonly lost: readonly ModelTransfer[];
  /** How often the store was set back. */
  readonly setBacks: number;
  /** Accounts that were reported as stopped because the store is behind their chain, ever. */
  readonly stopped: ReadonlySet<string>;
  /** Kills a process when it has come to so many places more. */
  crash(process: number, places: number): void;
  /** Starts those that are dead. */
  start(): Promise<void>;
  /** Kills every process, sets the store back by so many commits, and starts them. */
  setBack(commits: number): Promise<void>;
  mine(side: 0 | 1, blocks: number, isEmpty?: boolean, laterSec?: number): void;
  noteStopped(): Promise<void>;
  close(): Promise<void>;
}

const coinsOf = { plenty: 10n ** 12n, little: 2n * 10n ** 7n };
const payersAtMost = 120;
export const usualBaseFee = 10n;

export async function hostileHarness(
  bench: StoreBench,
  setting: HostileSetting,
  keepsCopies: boolean,
): Promise<HostileHarness> {
  const { confirmations, fuel } = setting;
  bench.restore(emptyCopy);
  const balances = balancesAtStart(payersAtMost);
  const coins = new Map(Object.values(accounts).map((account) => [account, coinsOf[fuel]]));
  const chains = [
    new ModelChain(evmChain(8453), balances, confirmations === 1, coins),
    new ModelChain(evmChain(42161), balances, confirmations === 1, coins),
  ] as const;
  for (const chain of chains) chain.baseFee = usualBaseFee;
  const tokens = new TokenList(chains.map(({ ref }) => tokenOn(ref)));
  const raw = modelCustody(
    new Map(chains.map((chain) => [chain.ref, chain])),
    confirmations,
    setting.nodes,
  );
  const breaches: string[] = [];
  const refusals: string[] = [];
  const transfers: ModelTransfer[] = [];
  const lost: ModelTransfer[] = [];
  const stopped = new Set<string>();
  const unread = new UnreadChains();
  const unswept = new Set<ModelChain>();
  const onTheirWay: (() => Promise<void>)[] = [];
  const kept: StoreCopy[] = [];
  /** Whose each slot is, by the store as it is now. */
  let owners = new Map<string, string>();
  let payers = 0;
  let lives = 0;
  let turns = 0;
  let setBacks = 0;

  const send = raw.broadcast.bind(raw);
  raw.broadcast = async (forms) => {
    await auditForms(forms);
    return send(forms);
  };
  async function auditForms(forms: readonly SignedTransaction[]): Promise<void> {
    const since = setBacks;
    const stored = await bench.store.reads.transactions.signedTransactionsOf(
      forms.map((one) => one.transactionId),
    );
    if (since !== setBacks) return;
    for (const { hash, chain, account, slot, transactionId } of forms) {
      if (!stored.some((one) => one.hash === hash))
        breaches.push(`${hash} was sent and is not in the store`);
      const place = `${chain}/${account}/${slot}`;
      const owner = owners.get(place) ?? transactionId;
      owners.set(place, owner);
      if (owner !== transactionId)
        breaches.push(`slot ${place} was used by ${owner} and by ${transactionId}`);
    }
  }
  /** In a history that never sets the store back, no copy is needed. */
  const onCommit = (): void => {
    if (keepsCopies) kept.push(bench.copy());
  };
  let nowMs = 1_780_000_000_000;
  const processes = setting.aheadMs.map(born);
  function born(aheadMs: number): MortalProcess {
    lives += 1;
    return mortalProcess({
      store: bench.store,
      custody: raw,
      tokens,
      confirmations,
      breaches,
      life: lives,
      aheadMs,
      startMs: nowMs,
      policy: { bumpAfterMs: 60, maxBumps: 1_000 },
      onCommit,
    });
  }
  /** By turns; null where all are dead. */
  const next = (): MortalProcess | null => {
    turns += 1;
    const alive = processes.filter((one) => !one.isDead);
    return alive[turns % Math.max(1, alive.length)] ?? null;
  };
  const inTurn = async (act: (one: MortalProcess) => Promise<void>): Promise<void> => {
    const one = next();
    if (one !== null) await act(one);
  };
  /** Units that were under way when their process died are over. */
  const drain = async (): Promise<void> => {
    await bench.store.run('drain', async () => undefined);
  };
  const start = async (): Promise<void> => {
    await Promise.all(
      processes.map(async (one, at) => {
        if (!one.isDead) return;
        nowMs = Math.max(nowMs, ...processes.map(({ clock }) => clock.monotonic()));
        const again = born(setting.aheadMs[at] ?? 0);
        processes[at] = again;
        await again.start();
      }),
    );
  };

  for (const one of processes) await one.start();
  for (const chain of chains) await processes[0]?.read(chain.ref);
  const harness: HostileHarness = {
    setting,
    chains,
    custody: raw,
    get money() {
      const [first] = processes;
      if (first === undefined) throw new Error('a harness has a process at least');
      return { ...first.money, store: { ...first.money.store, reads: bench.store.reads } };
    },
    processes,
    confirmations,
    transfers,
    lost,
    refusals,
    breaches,
    unread,
    unswept,
    stopped,
    get setBacks() {
      return setBacks;
    },
    async execute(from, units) {
      const index = payers;
      if (index >= payersAtMost) return;
      payers += 1;
      const transfer = transferOf(chains[from], chains[from === 0 ? 1 : 0], units, index);
      await inTurn(async (one) => {
        try {
          await one.execute(requestOf(transfer));
        } catch (error) {
          if (!isRelayError(error)) throw error;
          refusals.push(error.code);
        }
      });
      // Accepted or not is what the store says: a process may die before it answers.
      const route = await bench.store.reads.transfers.routeByPermit(transfer.permit);
      if (route !== null) transfers.push({ ...transfer, id: route.id });
    },
    work: (patienceMs) =>
      inTurn((one) =>
        one.work(
          transfers.map(({ id }) => id),
          patienceMs,
        ),
      ),
    async sweep() {
      await inTurn((one) => one.sweep());
      unswept.clear();
    },
    async read(chain) {
      if (unswept.has(chain)) await harness.sweep();
      // A process that died before it asked has left it.
      raw.nextAnswer = null;
      await inTurn((one) => one.read(chain.ref));
      await unread.noteRead(chain, bench.store.reads.books);
    },
    readLater(chain) {
      const one = next();
      if (one === null) return;
      const arrived = Promise.withResolvers<void>();
      raw.nextAnswer = arrived.promise;
      const recorded = one.read(chain.ref);
      onTheirWay.push(() => {
        arrived.resolve();
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
    async operate() {
      await harness.noteStopped();
      return (await next()?.operate()) ?? [];
    },
    async noteStopped() {
      for (const one of await bench.store.reads.transactions.accounts())
        if (isStoreBehind(one.stopped)) stopped.add(`${one.chain}/${one.account}`);
    },
    crash(process, places) {
      processes[process % processes.length]?.dieAfter(places);
    },
    start,
    async setBack(commits) {
      for (const one of processes) one.kill();
      await drain();
      setBacks += 1;
      // What was committed later never was, for the store as it is now.
      kept.splice(Math.max(1, kept.length - commits));
      bench.restore(kept.at(-1) ?? emptyCopy);
      owners = new Map();
      const known = await Promise.all(
        transfers.map(({ id }) => bench.store.reads.transfers.route(id)),
      );
      const gone = transfers.filter((_one, at) => known[at] === null);
      lost.push(...gone);
      for (const one of gone) transfers.splice(transfers.indexOf(one), 1);
      await start();
    },
    mine(side, blocks, isEmpty = false, laterSec = 0) {
      const chain = chains[side];
      chain.mine(blocks, isEmpty, laterSec);
      for (const node of raw.nodesOf(chain.ref)) {
        const { fork } = node;
        if (fork === null) continue;
        for (let made = 0; made < Math.min(blocks, fork.blocksLeft); made += 1)
          chain.prolong(fork.branch);
        fork.blocksLeft -= blocks;
        if (fork.blocksLeft <= 0) node.fork = null;
      }
    },
    async close() {
      for (const one of processes) one.kill();
      for (const deliver of onTheirWay.splice(0)) await deliver();
      await drain();
    },
  };
  // The balances that all begins with.
  await modelBooks(harness).reconcile();
  kept.push(bench.copy());
  return harness;
}
