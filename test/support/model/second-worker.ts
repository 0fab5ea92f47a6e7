import { ChainWatch, Sender } from '@interline/core/transactions';
import { type TransferPorts, RouteRunner } from '@interline/core/transfer';
import type { CustodyPort } from '@interline/ports';
import type { ModelHarness } from './model-harness.ts';
import { TurnClock } from './turn-clock.ts';
import { transferPorts } from './transfer-ports.ts';

/**
 * Another process at work on the harness's store and chains, with a clock of its own, that can be
 * frozen as by SIGSTOP: before and after each unit and each call of a node.
 */
export interface SecondWorker {
  readonly money: TransferPorts;
  readonly runner: RouteRunner;
  readonly isFrozen: boolean;
  /** What it handed to a node that was not in the store by then. */
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
  /** How far its clock is ahead of the harness's; behind where negative. */
  readonly aheadMs?: number;
  readonly policy?: Partial<TransferPorts['policy']>;
}

export function secondWorker(
  harness: ModelHarness,
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
  const { custody } = harness;
  const stoppable: CustodyPort = {
    ...custody,
    verifyPermit: placed((...given) => custody.verifyPermit(...given)),
    prepare: placed((...given) => custody.prepare(...given)),
    bump: placed((...given) => custody.bump(...given)),
    observe: placed((...given) => custody.observe(...given)),
    consumerOf: placed((...given) => custody.consumerOf(...given)),
    fateOf: placed((...given) => custody.fateOf(...given)),
    broadcast: placed(async (signedTransactions) => {
      const stored = await harness.money.store.reads.transactions.signedTransactionsOf(
        signedTransactions.map((one) => one.transactionId),
      );
      for (const one of signedTransactions)
        if (!stored.some(({ hash }) => hash === one.hash)) uncommitted.push(one.hash);
      return custody.broadcast(signedTransactions);
    }),
  };
  const store: typeof harness.money.store = {
    reads: harness.money.store.reads,
    async run(name, unit) {
      await place();
      const result = await harness.money.store.run(name, unit);
      await place();
      return result;
    },
  };
  const own = { ...harness.money.policy, ...policy };
  const money = transferPorts(
    {
      ...harness.money,
      custody: stoppable,
      store,
      clock,
      policy: own,
      entropy: { hex: (bytes) => `b${(drawn += 1).toString(16).padStart(bytes * 2 - 1, '0')}` },
      sender: new Sender(stoppable, clock),
      watch: new ChainWatch({
        store,
        custody: stoppable,
        clock,
        log: harness.money.log,
        pollMs: 15,
        policy: own,
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
