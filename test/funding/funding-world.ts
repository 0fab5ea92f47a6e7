import { deskOf } from '@interline/core/operations';
import {
  bringAllForward,
  executeRoute,
  type ExecuteRequest,
  readRoute,
  type Route,
  RouteRunner,
  settleUnawaited,
  sweepFinality,
} from '@interline/core/transfer';
import { refreshBooks } from '@interline/core/books';
import { recover } from '@interline/core/transactions';
import {
  evmAddress,
  evmChain,
  permitKeyText,
  type SignedPermit,
  TokenList,
} from '@interline/kernel';
import { ModelChain } from '../support/model/model-chain.ts';
import { accounts, modelCustody } from '../support/model/model-custody.ts';
import { modelMoney } from '../support/model/model-money.ts';
import { requestOf, tokenOn, transferOf } from '../support/model/model-transfer.ts';
import { filePlace, type StorePlace } from '../support/model/store-place.ts';
import { TurnClock } from '../support/model/turn-clock.ts';
import { stockRail } from '../support/stock-rail.ts';
import { inventoryRail } from './inventory-rail.ts';

const treasury = evmAddress(`0xdd${'0'.repeat(38)}`);
const payerAtStart = 1_000_000n;
export const startMs = 1_780_000_000_000;

/** The next to ask it for the time gets that moment. */
class PlacedClock extends TurnClock {
  placeAt(atMs: number): void {
    this.pass(atMs - 1 - this.monotonic());
  }
}

type Asked = Partial<Omit<ExecuteRequest, 'quote' | 'permit'>> & {
  readonly payer?: number;
  readonly units?: bigint;
  readonly permitAlters?: Partial<SignedPermit>;
};

/** The money path on two model chains; the float on the second holds what a test gives it. */
export async function fundingWorld({ float = 0n, payers = 30 } = {}) {
  const payerBalances = Array.from({ length: payers }, (_, index) => {
    const { payer } = transferOf(plainChain(), plainChain(), 1n, index);
    return [payer, payerAtStart] as const;
  });
  const chains = [
    new ModelChain(evmChain(8453), new Map([[accounts.float, 10n ** 9n], ...payerBalances]), true),
    new ModelChain(
      evmChain(42161),
      new Map([
        [accounts.float, float],
        [treasury, 10n ** 12n],
      ]),
      true,
    ),
  ] as const;
  const [source, destination] = chains;
  const tokens = new TokenList(chains.map(({ ref }) => tokenOn(ref)));
  const clock = new PlacedClock();
  let place: StorePlace = filePlace();
  let store = await place.open();
  const breaches: string[] = [];
  const custody = modelCustody(new Map(chains.map((chain) => [chain.ref, chain])), 1, 1);
  let starts = 0;
  const begin = async (isRunning = false) => {
    const rail = inventoryRail(stockRail(), store);
    const stop = new AbortController();
    const money = modelMoney({
      store,
      custody,
      tokens,
      rail,
      confirmations: 1,
      breaches,
      stop: stop.signal,
      clock,
      before: starts,
    });
    starts += 1;
    if (!isRunning) await recover(money, stop.signal);
    return {
      stop,
      money,
      runner: new RouteRunner(money, stop.signal),
      sweepFinal: sweepFinality(money),
    };
  };
  let process = await begin();
  const refresh = () =>
    Promise.all(
      chains.map((chain) => refreshBooks(process.money, tokens, chain.ref, process.stop.signal)),
    );
  await refresh();
  let paidIn = 0;

  const world = {
    get store() {
      return store;
    },
    clock,
    breaches,
    float: accounts.float,
    destination: destination.ref,
    money: () => process.money,
    execute({ payer = 0, units = 100_000n, permitAlters = {}, ...changed }: Asked = {}) {
      const { permit, ...request } = requestOf(transferOf(source, destination, units, payer));
      const mode = changed.mode ?? 'permit2';
      return executeRoute(process.money)(
        {
          ...request,
          permit: mode === 'permit2' && permit !== null ? { ...permit, ...permitAlters } : null,
          ...changed,
        },
        process.stop.signal,
      );
    },
    /** A route that waits, of that payer. */
    async waiting(asked: Asked = {}): Promise<Route> {
      const done = await world.execute(asked);
      if (done.kind !== 'route') throw new Error('no route was stored');
      return done.route;
    },
    /** Money comes to the float from outside, and is final. */
    async fund(units: bigint): Promise<void> {
      destination.offer({
        hash: `paid-in-${paidIn}`,
        from: treasury,
        nonce: paidIn,
        action: { kind: 'transfer', to: accounts.float, units },
        fee: 10n,
        tip: 1n,
        gasLimit: 100_000n,
      });
      paidIn += 1;
      destination.mine(3);
      await refresh();
    },
    async look(id: string, times = 1): Promise<Route> {
      for (let time = 0; time < times; time += 1) {
        await process.runner.run(id, 60);
        for (const chain of chains) chain.mine(1);
        await process.sweepFinal(process.stop.signal);
        await settleUnawaited(process.money, process.stop.signal);
        await process.runner.run(id, 60);
      }
      return world.routeOf(id);
    },
    async routeOf(id: string): Promise<Route> {
      const route = await store.reads.transfers.route(id);
      if (route === null) throw new Error('the route is gone');
      return route;
    },
    read: (id: string) =>
      readRoute({ store: process.money.store, runner: process.runner, clock })(
        id,
        process.stop.signal,
      ),
    /** What the chains say of that payer's transfer. */
    shown(payer = 0) {
      const { payer: owner, recipient, permit } = transferOf(source, destination, 100_000n, payer);
      return {
        payer: source.balance(owner),
        recipient: destination.balance(recipient),
        isSpent: source.head.state.spentPermits.has(permitKeyText(permit)),
      };
    },
    /** The process is stopped and another begins with the same store. */
    async restart(): Promise<void> {
      process.stop.abort();
      process = await begin();
      await refresh();
    },
    /** Without a block. */
    async runOnce(id: string): Promise<Route> {
      await process.runner.run(id, 60);
      return world.routeOf(id);
    },
    backup: () => place.copy(),
    /** Every block is final, and what the store has lost is read from the chains. */
    async readLost(): Promise<void> {
      for (const chain of chains) chain.mine(16);
      await bringAllForward(process.money, { depth: 'final' }, process.stop.signal);
    },
    /** The subjects of the operator's desk. */
    async desk(): Promise<readonly string[]> {
      const { entries } = await deskOf(process.money, process.stop.signal)(100);
      return entries.map(({ kind }) => kind).toSorted();
    },

    /**
     * The store becomes what it was at the backup, under another process, or under one that runs and
     * recovers nothing.
     */
    async restore(backup: StorePlace, { isRunning = false } = {}): Promise<void> {
      process.stop.abort();
      await store.close();
      await place.remove();
      place = backup;
      store = await place.open();
      process = await begin(isRunning);
      await refresh();
    },
    /** What was set aside on both chains. */
    async reserved(): Promise<number> {
      const all = await Promise.all(
        chains.map(({ ref }) =>
          store.reads.transactions.reservations({
            chain: ref,
            account: accounts.float,
            token: tokenOn(ref).address,
          }),
        ),
      );
      return all.flat().length;
    },
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
    async close(): Promise<void> {
      process.stop.abort();
      await store.close();
      await place.remove();
    },
  };
  return world;
}

function plainChain(): ModelChain {
  return new ModelChain(evmChain(1), new Map(), true);
}

export type FundingWorld = Awaited<ReturnType<typeof fundingWorld>>;
