import {
  bringAllForward,
  executeRoute,
  hasLock,
  readRoute,
  type Route,
  RouteRunner,
  settleUnawaited,
  setRefundAddress,
  settleRefunds,
  sweepDeposits,
  sweepFinality,
  type TransferPorts,
} from '@interline/core/transfer';
import { refreshBooks } from '@interline/core/books';
import { accountSweep, recover } from '@interline/core/transactions';
import {
  type Address,
  asAddress,
  asAmount,
  asUnits,
  defaultSlippage,
  evmAddress,
  evmChain,
  refuse,
  RelayError,
  TokenList,
  bps,
} from '@interline/kernel';
import type { DepositPort, OutputReading } from '@interline/ports';
import { inventoryRail } from '../funding/inventory-rail.ts';
import { modelMoney } from '../support/model/model-money.ts';
import { ModelChain } from '../support/model/model-chain.ts';
import { accounts, modelCustody } from '../support/model/model-custody.ts';
import { filePlace, type StorePlace } from '../support/model/store-place.ts';
import { tokenOn } from '../support/model/model-transfer.ts';
import { TurnClock } from '../support/model/turn-clock.ts';
import { stockRail } from '../support/stock-rail.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;
export const recipient = evmAddress(`0xbb${'0'.repeat(38)}`);
export const refundAddress = evmAddress(`0xcc${'0'.repeat(38)}`);
/** Whatever was seen at the addresses. */
const allIndices = { nowMs: 0, lockMs: 0, turn: { from: 0, below: 2 ** 31 } };
const treasury = evmAddress(`0xdd${'0'.repeat(38)}`);
const agreed = 100_000n;

/** What the wallets behind the addresses hold before any deposit. */
const floatAtStart = 10_000_000n;

interface Scripted extends OutputReading {
  readonly address: string;
}

/** An address book whose chain is a list that a test writes. */
class ScriptedDeposits implements DepositPort {
  readonly chains = [evmChain(8453)];
  #outputs: readonly Scripted[] = [];
  #replaced = new Map<string, string>();
  isDown = false;
  /** How often each address was read. */
  readonly readings = new Map<string, number>();
  /** Somebody has paid already to the address that is asked for next. */
  isNextUsed = false;
  /** How many outputs one refund gives back at most. */
  atMost = 150;

  addressOf(_chain: string, index: number): Address {
    const address = asAddress(`deposit-${index}`);
    if (this.isNextUsed) {
      this.isNextUsed = false;
      this.pay(address, 'an older payment', 5n);
    }
    return address;
  }

  async drawAhead(): Promise<void> {}

  async takeIndex(...[, draw]: Parameters<DepositPort['takeIndex']>): Promise<number> {
    return draw();
  }

  outputsAtMost(): number {
    return this.atMost;
  }

  async seenAt(...[, watched]: Parameters<DepositPort['seenAt']>) {
    if (this.isDown) throw new Error('the node is down');
    for (const { address } of watched)
      this.readings.set(address, (this.readings.get(address) ?? 0) + 1);
    return {
      tipTimeMs: 0,
      addresses: watched.map(({ address, known }) => ({
        address,
        outputs: this.#outputs.filter((one) => one.address === address),
        replaced: known.flatMap((one) => {
          const by = this.#replaced.get(one.tx);
          return by === undefined ? [] : [{ ...one, by }];
        }),
      })),
    };
  }

  pay(address: string, tx: string, units: bigint): void {
    this.#outputs = [
      ...this.#outputs,
      {
        address,
        tx,
        output: 0,
        units: asUnits(units),
        confirmations: 0,
        block: null,
        blockHash: null,
        isReplaceable: true,
      },
    ];
  }

  mine(tx: string, confirmations = 1, block = 500): void {
    this.#change(tx, { confirmations, block, blockHash: `block ${block}` });
  }

  unmine(tx: string): void {
    this.#change(tx, { confirmations: 0, block: null, blockHash: null });
  }

  drop(tx: string): void {
    this.#outputs = this.#outputs.filter((one) => one.tx !== tx);
  }

  replace(tx: string, by: string, units?: bigint): void {
    const old = this.#outputs.find((one) => one.tx === tx);
    if (old === undefined) throw new Error(`${tx} is not there`);
    this.drop(tx);
    this.#replaced.set(tx, by);
    this.pay(old.address, by, units ?? old.units);
  }

  get received(): bigint {
    return this.#outputs.reduce((sum, { units }) => sum + units, 0n);
  }

  get mined(): bigint {
    return this.#outputs.reduce((sum, { units, block }) => sum + (block === null ? 0n : units), 0n);
  }

  #change(tx: string, change: Partial<Scripted>): void {
    this.#outputs = this.#outputs.map((one) => (one.tx === tx ? { ...one, ...change } : one));
  }
}

/** How a unit of the store ends: it fails before its commit, or is reported as failed after it. */
export type UnitFate = 'kept' | 'lost' | 'kept, told lost';

export interface WorldOptions {
  /** By value in dollars: 2 up to 1, else 6. */
  readonly confirmations?: { readonly small: number; readonly large: number };
  readonly refundAddress?: string | null;
  /** What the float pays out of at the destination. */
  readonly float?: bigint;
  /** Most dollars that may wait at a locked price; one client may have half, or a quarter of what others left. */
  readonly lockedUsd?: number;
  /** Most deposits in all whose lock runs. */
  readonly unpaidInAll?: number;
  /** What each part after the first costs to be spent. */
  readonly partCost?: bigint;
  /** Most dollars that a reorg below the highest tier may take. */
  readonly shallowUsd?: number;
  /** Opens a copy of another world's store, on its chains. */
  readonly backup?: DepositBackup;
}

/** A copy of a world's store; its chains and deposits went on since. */
interface DepositBackup {
  readonly place: StorePlace;
  readonly chains: readonly [ModelChain, ModelChain];
  readonly deposits: ScriptedDeposits;
  readonly clock: TurnClock;
}

/** The money path on two model chains, of which the first takes deposits. */
export async function depositWorld({
  confirmations = { small: 2, large: 2 },
  refundAddress: refundTo = refundAddress,
  float = 1_000_000n,
  lockedUsd = 1_000,
  unpaidInAll = 50,
  shallowUsd = 1_000,
  partCost = 0n,
  backup,
}: WorldOptions = {}) {
  const chains =
    backup?.chains ??
    ([
      new ModelChain(evmChain(8453), new Map([[accounts.float, floatAtStart]]), true),
      new ModelChain(
        evmChain(42161),
        new Map([
          [accounts.float, float],
          [treasury, floatAtStart],
        ]),
        true,
      ),
    ] as const);
  const tokens = new TokenList(chains.map(({ ref }) => tokenOn(ref)));
  const deposits = backup?.deposits ?? new ScriptedDeposits();
  const clock = backup?.clock ?? new TurnClock();
  const place = backup?.place ?? filePlace();
  const opened = await place.open();
  let fates: readonly UnitFate[] = [];
  const store: typeof opened = {
    ...opened,
    async run(name, unit) {
      const [fate = 'kept', ...later] = fates;
      fates = later;
      if (fate === 'lost') throw new RelayError('STORE_DOWN');
      const result = await opened.run(name, unit);
      if (fate === 'kept, told lost') throw new RelayError('STORE_DOWN');
      return result;
    },
  };
  const stop = new AbortController();
  const breaches: string[] = [];
  /**
   * What one unit is paid out as, in ppm, after the 8 bps and what the payout's gas takes beside them; or
   * no price at all, or gas above the amount; and what a further part costs to be spent.
   */
  const market = {
    ppm: 1_000_000n,
    down: null as 'RAIL_DOWN' | 'NO_ROUTE' | null, // CAST: what a test sets.
    dearer: 0n,
    partCost,
    isTooDear: false,
    /** What custody names as the cost of each coin that a refund spends; null where it names none. */
    coinCost: null as bigint | null, // CAST: what a test sets.
    /** The coins that transactions which the store does not know spent; null where none are named. */
    spent: null as readonly string[] | null, // CAST: what a test sets.
  };
  const base = stockRail({
    steps: (order, quote) => [
      {
        kind: 'await-deposit',
        chain: order.lane.from,
        units: order.amount,
        partCost: asUnits(market.partCost),
      },
      { kind: 'reserve', token: order.to, units: asAmount(quote.output) },
      { kind: 'payout', token: order.to, to: order.recipient, units: asAmount(quote.output) },
    ],
    plan: { pullTo: 'none', keeps: 'durable', charges: [] },
  });
  const priced = {
    ...base,
    async offers(...asked: Parameters<typeof base.offers>) {
      const offers = await base.offers(...asked);
      return offers.map((offer) => {
        if (market.down !== null) return { ...offer, outcome: refuse(market.down, 'no price') };
        if (!offer.outcome.ok) return offer;
        if (market.isTooDear) {
          const minInput = asUnits(200_000n);
          return { ...offer, outcome: refuse('NO_ROUTE', 'too small', { minInput }) };
        }
        const { fee, output: par } = offer.outcome.value;
        const output = asUnits(((par - market.dearer) * market.ppm) / 1_000_000n);
        const least = asUnits((output * 995n) / 1_000n);
        const dearer = asUnits(fee + market.dearer);
        const value = { ...offer.outcome.value, fee: dearer, output, minOutput: least };
        return { ...offer, outcome: { ok: true as const, value } };
      });
    },
  };
  const rail = inventoryRail(priced, store);
  const model = modelCustody(new Map(chains.map((chain) => [chain.ref, chain])), 1, 1);
  const custody: typeof model = {
    ...model,
    async prepare(request, ...rest) {
      const outcome = await model.prepare(request, ...rest);
      const spent = request.kind === 'payout' ? (request.spends ?? []).length : 0;
      if (!outcome.ok || market.coinCost === null || spent === 0) return outcome;
      const namedCost = market.coinCost * BigInt(spent);
      return { ...outcome, value: outcome.value.map((one) => ({ ...one, namedCost })) };
    },
    async accountHistory(...asked) {
      const history = await model.accountHistory(...asked);
      const inputs = market.spent?.map((outpoint) => ({ outpoint }));
      if (inputs === undefined) return history;
      const transactions = history.transactions.map(({ form, ...one }) => ({
        ...one,
        form: form === null ? null : { ...form, tx: { ...form.tx, inputs } },
      }));
      return { ...history, transactions };
    },
  };
  const money: TransferPorts = modelMoney({
    store,
    custody,
    deposits,
    tokens,
    rail,
    confirmations: 1,
    breaches,
    stop: stop.signal,
    clock,
    before: backup === undefined ? 0 : 1,
    faults: ['delivery-unseen', 'payout-short'],
    policy: {
      finality: {
        [chains[0].ref]: {
          tiers: [{ upToUsd: 1, confirmations: confirmations.small }],
          confirmations: confirmations.large,
          finalDepth: 20,
        },
        '*': { tiers: [], confirmations: 1, finalDepth: 13 },
      },
      openPullsShareBps: bps(5_000),
      maxOpenPullsUsd: shallowUsd,
      deposits: {
        lockMs: 15 * minuteMs,
        minedWithinMs: 60 * minuteMs,
        expiresMs: dayMs,
        idleSweeps: 61,
        unpaidPerClient: 3,
        unpaidInAll,
        lockedUsd,
        lockedShareBps: bps(5_000),
      },
    },
  });
  await recover(money, stop.signal);
  const runner = new RouteRunner(money, stop.signal);
  const sweepFinal = sweepFinality(money);
  const execute = executeRoute(money);
  const name = setRefundAddress(money);
  await Promise.all(chains.map((chain) => refreshBooks(money, tokens, chain.ref, stop.signal)));

  const routeOf = async (id: string): Promise<Route> => {
    const route = await money.store.reads.transfers.route(id);
    if (route === null) throw new Error('the route is gone');
    return route;
  };
  const depositOf = async (id: string) => {
    const deposit = await money.store.reads.transfers.deposit(id);
    if (deposit === null) throw new Error('the deposit is gone');
    return deposit;
  };

  const world = {
    money,
    store,
    chains,
    clock,
    deposits,
    market,
    breaches,
    /** What becomes of the next units of the store, in turn. */
    failUnits(next: readonly UnitFate[]): void {
      fates = next;
    },
    routeOf,
    depositOf,
    /** Money comes to the float on the destination from outside, and is final. */
    async fund(units: bigint): Promise<void> {
      chains[1].offer({
        hash: 'paid-in',
        from: treasury,
        nonce: 0,
        action: { kind: 'transfer', to: accounts.float, units },
        fee: 10n,
        tip: 1n,
        gasLimit: 100_000n,
      });
      chains[1].mine(3);
      await refreshBooks(money, tokens, chains[1].ref, stop.signal);
    },
    issued: () => store.reads.transfers.depositsFrom(chains[0].ref, -1, 100, allIndices),
    read: readRoute({ store: money.store, runner, clock }),
    async execute(
      change: {
        readonly live?: boolean | null;
        readonly client?: string;
        readonly amount?: bigint;
        readonly key?: string;
        readonly refundTo?: string | null;
        readonly mode?: 'deposit' | 'self';
      } = {},
    ) {
      const { live = true, client = 'a client', amount = agreed, key = null } = change;
      const { mode = 'deposit', refundTo: sentBackTo = refundTo } = change;
      return execute(
        {
          quote: {
            lane: { from: chains[0].ref, to: chains[1].ref },
            from: tokenOn(chains[0].ref),
            to: tokenOn(chains[1].ref),
            amount: asAmount(amount),
            payer: null,
            recipient,
            slippage: defaultSlippage,
            ...(sentBackTo === null ? {} : { refundAddress: sentBackTo }),
          },
          mode,
          permit: null,
          claimedSpender: null,
          allowance: null,
          minOut: null,
          live,
          dryRun: false,
          allowBurnAddress: false,
          excludeRails: [],
          onlyEnforced: false,
          sandbox: null,
          isOperator: mode === 'self',
          client,
          idempotency: key === null ? null : { key, bodyHash: 'of the body' },
        },
        stop.signal,
      );
    },
    /** Whether the price of a new deposit was locked. */
    async lockOf(change: { readonly client?: string; readonly amount: bigint }): Promise<boolean> {
      const done = await world.execute(change);
      if (done.kind !== 'route' || done.deposit === undefined) throw new Error('nothing waits');
      return hasLock(done.deposit);
    },
    /** A route that waits: its id, its address and the secret of its refund. */
    async waiting(amount = agreed, client = 'a client') {
      const done = await world.execute({ amount, client });
      if (done.kind !== 'route' || done.deposit === undefined) throw new Error('nothing waits');
      const { route, deposit, refundClaim = '' } = done;
      return { id: route.id, address: deposit.address, refundClaim };
    },
    /** Looks at the route and everything else that is due, and mines what was sent. */
    async look(id: string, times = 1) {
      for (let time = 0; time < times; time += 1) {
        await runner.run(id, 60);
        await settleRefunds(money, stop.signal);
        await sweepDeposits(money, stop.signal);
        for (const chain of chains) chain.mine(1);
        await sweepFinal(stop.signal);
        await settleUnawaited(money, stop.signal);
        await runner.run(id, 60);
        await settleRefunds(money, stop.signal);
        await sweepDeposits(money, stop.signal);
      }
      return world.shown(id);
    },
    /** What is in the store now. */
    backUp: async (): Promise<DepositBackup> => ({
      place: await place.copy(),
      chains,
      deposits,
      clock,
    }),
    /** Reads from the chains what a store that was put back does not know, once that is final. */
    async bringForward(): Promise<void> {
      for (const chain of chains) chain.mine(21);
      const judgeAccounts = accountSweep(money);
      for (let time = 0; time < 3; time += 1) {
        await judgeAccounts(stop.signal);
        await bringAllForward(money, { depth: 'final' }, stop.signal);
      }
    },
    sweep: () => sweepDeposits(money, stop.signal),
    /** An address not paid in its lock's time, or settled, is read once in ten minutes. */
    async untilItIsReadAgain(id: string): Promise<void> {
      const { address } = await depositOf(id);
      const before = deposits.readings.get(address);
      for (let passed = 0; passed < 61; passed += 1) {
        clock.pass(10_000);
        await sweepDeposits(money, stop.signal);
        if (deposits.readings.get(address) !== before) return;
      }
    },
    /** Moves the route as far as it goes while no block is mined; in how many seconds it is run again. */
    async runOnly(id: string): Promise<number | null> {
      const ran = await runner.run(id, 60);
      return ran.kind === 'later' ? Math.round((ran.atMs - clock.now()) / 1_000) : null;
    },
    async shown(id: string) {
      const { status, stage } = await routeOf(id);
      return {
        status,
        stage,
        recipient: chains[1].balance(recipient),
        refunded: chains[0].balance(refundAddress),
      };
    },
    /** The operator pauses the service, or lets it go on. */
    pause: (isPaused: boolean) =>
      store.run('switch', (tx) =>
        isPaused
          ? tx.switches.putSwitch({
              scope: 'service',
              state: 'paused',
              reason: 'a test',
              by: 'operator',
              sinceMs: 0,
            })
          : tx.switches.removeSwitch('service'),
      ),
    nameRefund: (routeId: string, secret: string, to: string) =>
      name({ routeId, secret, address: () => asAddress(to) }),
    /** What the books say is owed to payers on the deposit's chain, and is lost. */
    async books() {
      const lines = (await store.reads.books.unfolded(10_000)).flatMap((entry) => entry.lines);
      const of = (kind: string, chain: string): bigint =>
        lines
          .filter((line) => line.kind === kind && line.chain === chain)
          .reduce((sum, { units }) => sum + units, 0n);
      return { owed: -of('owed-to-payers', chains[0].ref), losses: of('losses', chains[0].ref) };
    },
    async close() {
      stop.abort();
      await store.close();
      await place.remove();
    },
  };
  return world;
}

export type DepositWorld = Awaited<ReturnType<typeof depositWorld>>;
