import { ChainWatch, Sender } from '@interline/core/transactions';
import { type MoneyPorts, moneyPorts, RouteRunner } from '@interline/core/transfer';
import type { CustodyPort } from '@interline/ports';
import type { ModelHouse } from './model-house.ts';
import { displacedAfterMs } from './model-money.ts';
import { TurnClock } from './turn-clock.ts';

/**
 * Another process at work on the house's journal and chains, with a clock of its own, that can be
 * frozen as by SIGSTOP: before and after each unit and each call of a node.
 */
export interface SecondWorker {
  readonly money: MoneyPorts;
  readonly runner: RouteRunner;
  readonly isFrozen: boolean;
  /** What it handed to a node that was not in the journal by then. */
  readonly uncommitted: readonly string[];
  /**
   * Stops it when it has come to so many places more; what it does from there on is done when it is
   * thawed.
   */
  freezeAfter(places: number): void;
  thaw(): void;
  stop(): void;
}

export interface SecondWorkerOptions {
  /** How far its clock is ahead of the house's; behind where negative. */
  readonly aheadMs?: number;
  readonly policy?: Partial<MoneyPorts['policy']>;
}

export function secondWorker(
  house: ModelHouse,
  { aheadMs = 0, policy = {} }: SecondWorkerOptions = {},
): SecondWorker {
  const stopped = new AbortController();
  const clock = new TurnClock(aheadMs);
  const uncommitted: string[] = [];
  let passed = 0;
  let frozenFrom = Number.POSITIVE_INFINITY;
  let ice = Promise.withResolvers<void>();
  let drawn = 0;

  const place = async (): Promise<void> => {
    passed += 1;
    if (passed >= frozenFrom) await ice.promise;
  };
  const placed =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await place();
      const answer = await call(...args);
      await place();
      return answer;
    };
  const { custody } = house;
  const stoppable: CustodyPort = {
    ...custody,
    verifyPermit: placed((...given) => custody.verifyPermit(...given)),
    prepare: placed((...given) => custody.prepare(...given)),
    bump: placed((...given) => custody.bump(...given)),
    observe: placed((...given) => custody.observe(...given)),
    consumerOf: placed((...given) => custody.consumerOf(...given)),
    fateOf: placed((...given) => custody.fateOf(...given)),
    broadcast: placed(async (envelopes) => {
      const stored = await house.money.store.reads.transactions.envelopesOf(
        envelopes.map((one) => one.effectId),
      );
      for (const one of envelopes)
        if (!stored.some(({ hash }) => hash === one.hash)) uncommitted.push(one.hash);
      return custody.broadcast(envelopes);
    }),
  };
  const store: typeof house.money.store = {
    reads: house.money.store.reads,
    async run(name, unit) {
      await place();
      const result = await house.money.store.run(name, unit);
      await place();
      return result;
    },
  };
  const money = moneyPorts(
    {
      ...house.money,
      custody: stoppable,
      store,
      clock,
      policy: { ...house.money.policy, ...policy },
      entropy: { hex: (bytes) => `b${(drawn += 1).toString(16).padStart(bytes * 2 - 1, '0')}` },
      sender: new Sender(stoppable, clock),
      watch: new ChainWatch({
        custody: stoppable,
        clock,
        log: house.money.log,
        pollMs: 15,
        displacedAfterMs,
        stop: stopped.signal,
      }),
    },
    stopped.signal,
  );
  return {
    money,
    runner: new RouteRunner(money, stopped.signal),
    uncommitted,
    get isFrozen() {
      return passed >= frozenFrom;
    },
    freezeAfter(places) {
      ice = Promise.withResolvers();
      frozenFrom = passed + places;
    },
    thaw() {
      frozenFrom = Number.POSITIVE_INFINITY;
      ice.resolve();
    },
    stop: () => stopped.abort(),
  };
}
