import { refreshBooks } from '@interline/core/books';
import { accountSweep, recover, resendOpen } from '@interline/core/transactions';
import {
  type ExecuteRequest,
  executeRoute,
  RouteRunner,
  settleUnawaited,
  sweepFinality,
  type TransferPorts,
} from '@interline/core/transfer';
import { type ChainRef, isRelayError, type TokenList } from '@interline/kernel';
import type { CustodyPort, RailPort } from '@interline/ports';
import { operate } from './operate.ts';
import { modelMoney, type ModelStore } from './model-money.ts';
import { stockRail } from '../stock-rail.ts';
import { TurnClock } from './turn-clock.ts';

export interface ProcessParts {
  readonly store: ModelStore;
  readonly custody: CustodyPort;
  readonly tokens: TokenList;
  /** The stock one where left out. */
  readonly rail?: RailPort;
  readonly confirmations: number;
  readonly breaches: string[];
  /** Sets its ids apart from those of every other process there was. */
  readonly life: number;
  /** How far its clock is ahead of the chains' time. */
  readonly aheadMs: number;
  /** The time of the world when it starts. */
  readonly startMs?: number;
  readonly policy: Partial<TransferPorts['policy']>;
  /** After each unit that it has committed. */
  readonly onCommit: () => void;
}

/**
 * A process of the service on the harness's store and chains, with a clock of its own, which can be
 * killed between any two calls: what it would have done next never happens, and what others wait
 * for from it ends at that moment.
 */
export interface MortalProcess {
  readonly money: TransferPorts;
  readonly clock: TurnClock;
  readonly isDead: boolean;
  /** Kills it when it has come to so many places more. */
  dieAfter(places: number): void;
  kill(): void;
  start(): Promise<void>;
  execute(request: ExecuteRequest): Promise<string | null>;
  work(ids: readonly string[], patienceMs: number): Promise<void>;
  sweep(): Promise<void>;
  read(chain: ChainRef): Promise<void>;
  operate(): Promise<readonly string[]>;
  /** Its last act where it dies in it. */
  act(what: (money: TransferPorts) => Promise<unknown>): Promise<void>;
}

/** Faults that no node, clock or kill explains. */
const faults = ['store-down', 'payout-short'];

export function mortalProcess(parts: ProcessParts): MortalProcess {
  const stop = new AbortController();
  const death = Promise.withResolvers<void>();
  const clock = new TurnClock(parts.aheadMs, parts.startMs);
  let placesLeft = Number.POSITIVE_INFINITY;
  let isDead = false;
  const kill = (): void => {
    isDead = true;
    death.resolve();
    stop.abort();
  };
  const arrive = (): boolean => {
    placesLeft -= 1;
    if (placesLeft <= 0 && !isDead) kill();
    return isDead;
  };
  const pass = async <T>(call: () => Promise<T>): Promise<T> => {
    if (arrive()) return never();
    try {
      const answered = await call();
      return arrive() ? await never() : answered;
    } catch (error) {
      if (arrive()) return never();
      throw error;
    }
  };
  const store: ModelStore = {
    reads: mortal(parts.store.reads, async (call) => {
      if (isDead) return never();
      return call();
    }),
    run: (name, work) =>
      pass(async () => {
        const result = await parts.store.run(name, (tx) => {
          if (isDead) throw new Error('the process was killed before its unit began');
          return work(tx);
        });
        parts.onCommit();
        return result;
      }),
  };
  const money = modelMoney({
    store,
    custody: mortal(parts.custody, pass),
    rail: parts.rail ?? stockRail(),
    tokens: parts.tokens,
    confirmations: parts.confirmations,
    breaches: parts.breaches,
    stop: stop.signal,
    before: parts.life,
    clock,
    policy: parts.policy,
    faults,
  });
  const runner = new RouteRunner(money, stop.signal);
  const execute = executeRoute(money);
  const judgeAccounts = accountSweep(money);
  const sweepFinal = sweepFinality(money);
  const whileAlive = async (work: Promise<void>): Promise<void> => {
    await Promise.race([work, death.promise]);
  };
  return {
    money,
    clock,
    get isDead() {
      return isDead;
    },
    dieAfter(places) {
      placesLeft = places;
    },
    kill,
    start: () => whileAlive(recover(money, stop.signal).then(() => undefined)),
    async execute(request) {
      let id: string | null = null;
      await whileAlive(
        execute(request, stop.signal).then((done) => {
          if (done.kind === 'route') id = done.route.id;
        }),
      );
      return id;
    },
    work: (ids, patienceMs) =>
      whileAlive(Promise.all(ids.map((id) => runner.run(id, patienceMs))).then(() => undefined)),
    sweep: () =>
      whileAlive(
        (async () => {
          await sweepFinal(stop.signal);
          await settleUnawaited(money, stop.signal);
          await judgeAccounts(stop.signal);
          await resendOpen(money, 0, stop.signal);
        })(),
      ),
    read: (chain) =>
      whileAlive(
        refreshBooks(money, parts.tokens, chain, stop.signal).catch((error: unknown) => {
          if (!isRelayError(error)) throw error;
        }),
      ),
    act: (what) => whileAlive(what(money).then(() => undefined)),
    async operate() {
      let said: readonly string[] = [];
      await whileAlive(
        operate(money, stop.signal).then((refusals) => {
          said = refusals;
        }),
      );
      return said;
    },
  };
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}

type Pass = <T>(call: () => Promise<T>) => Promise<T>;

/** What neither waits nor acts. */
const pure: ReadonlySet<PropertyKey> = new Set([
  'account',
  'roles',
  'roleOf',
  'doesSame',
  'digestOf',
  'seal',
  'mergesTransactions',
  'groupsAtMost',
  'nodesOf',
]);

/** The same port, whose every call passes the gate. */
function mortal<T extends object>(port: T, pass: Pass): T {
  const gated = new Map<PropertyKey, unknown>();
  return new Proxy(port, {
    get(target, key): unknown {
      const known = gated.get(key);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, key);
      const made = pure.has(key) ? value : gate(value, pass);
      gated.set(key, made);
      return made;
    },
  });
}

function gate(value: unknown, pass: Pass): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return mortal(value, pass);
  if (typeof value !== 'function') return value;
  return (...args: readonly unknown[]): Promise<unknown> =>
    pass(async (): Promise<unknown> => Reflect.apply(value, undefined, args));
}
