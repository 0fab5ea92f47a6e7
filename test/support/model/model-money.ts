import { announcingStore } from '@interline/core';
import type { Reads, Writes } from '@interline/core';
import { Ages, ChainWatch, Sender } from '@interline/core/transactions';
import type { TransferPorts } from '@interline/core/transfer';
import { asUnits, bps, standardParBandBps, type TokenList } from '@interline/kernel';
import {
  type Clock,
  type CustodyPort,
  type DepositPort,
  type Log,
  type LogFields,
  noTracer,
  type RailPort,
  type StorePort,
} from '@interline/ports';
import { modelToken } from './model-accounts.ts';
import { transferPorts } from './transfer-ports.ts';
import { TurnClock } from './turn-clock.ts';
import { railRegistry } from '@interline/plugins';
import { freeOf } from '../free-of.ts';

/** Three readings of the watch, on a clock that only counts turns. */
const displacedAfterMs = 45;

/** Two readings more. */
const holdMs = 30;

export type ModelStore = StorePort<Reads, Writes>;

interface ModelMoneyParts {
  readonly store: ModelStore;
  readonly custody: CustodyPort;
  readonly deposits?: DepositPort;
  readonly tokens: TokenList;
  readonly rail: RailPort;
  readonly confirmations: number;
  /** Where everything that may never happen is written down. */
  readonly breaches: string[];
  readonly stop: AbortSignal;
  /** How many harnesses had this store before: a later one draws other ids, on a later clock. */
  readonly before?: number;
  readonly clock?: Clock;
  readonly policy?: Partial<TransferPorts['policy']>;
  /** Events of the log that may never happen here. */
  readonly faults?: readonly string[];
  /** Then a route may wait for a chain that too few nodes answer for. */
  readonly isNodeSilent?: () => boolean;
}

/** Of a deployment whose chains all take permits. */
const noDeposits: DepositPort = {
  chains: [],
  addressOf(chain) {
    throw new RangeError(`${chain} has no deposit addresses`);
  },
  drawAhead: async () => undefined,
  takeIndex: async (_chain, draw) => draw(),
  outputsAtMost: () => 1,
  seenAt: async () => ({ addresses: [], tipTimeMs: 0 }),
};

/** The ports of the money path over a store and a model's custody. */
export function modelMoney({
  store,
  custody,
  deposits = noDeposits,
  tokens,
  rail,
  confirmations,
  breaches,
  stop,
  before = 0,
  clock = new TurnClock(before * 86_400_000),
  policy: altered = {},
  faults = ourFaults,
  isNodeSilent = () => false,
}: ModelMoneyParts): TransferPorts {
  const log = faultLog(breaches, faults, isNodeSilent);
  const guarded = announcingStore(quarterGuard(store, breaches), clock);
  const policy: TransferPorts['policy'] = {
    finality: { '*': { tiers: [], confirmations, finalDepth: 13 } },
    rebroadcastAfterMs: 60,
    bumpAfterMs: 10 ** 9,
    maxBumps: 6,
    slowBumpAfterMs: 10 ** 9,
    displacedAfterMs,
    holdSec: { '*': holdMs / 1_000 },
    patienceMs: 60,
    retryAfterMs: 10,
    refundRetryMs: 10,
    overdueAfterMs: 3_600_000,
    maxAttempts: 3,
    revertBudget: asUnits(10n ** 30n),
    clientRevertBudget: asUnits(10n ** 30n),
    payerRevertBudget: asUnits(10n ** 30n),
    engineRevertBudget: asUnits(10n ** 30n),
    parBandBps: standardParBandBps,
    maxOpenPullsUsd: 10 ** 12,
    openPullsShareBps: bps(10_000),
    deficitPayoutLimitUsd: 10,
    ...altered,
  };
  let drawn = before * 1_000_000;
  return transferPorts(
    {
      store: guarded,
      custody,
      deposits,
      tokens,
      registry: railRegistry([rail]),
      clock,
      log,
      tracer: noTracer,
      chains: { call: async () => null, gasCost: async (_, gas) => gas, isUp: () => true },
      price: { priceOf: async () => ({ microUsd: 1_000_000n, asOfMs: clock.now() }) },
      entropy: { hex: (bytes) => (drawn += 1).toString(16).padStart(bytes * 2, '0') },
      hashSecret: (secret) => `hash of ${secret}`,
      ages: new Ages(clock),
      sender: new Sender(custody, clock),
      watch: new ChainWatch({ store: guarded, custody, clock, log, pollMs: 15, policy, stop }),
      policy,
    },
    stop,
  );
}

/**
 * Checks every reservation of the float against the store as it is at that very moment, in the very
 * unit that makes it.
 */
function quarterGuard(store: ModelStore, breaches: string[]): ModelStore {
  const guarded = (tx: Writes): Writes => ({
    ...tx,
    transactions: {
      ...tx.transactions,
      async insertReservation(reservation) {
        if (reservation.kind === 'outgoing' && reservation.book.token === modelToken) {
          const reading = await tx.books.balance(reservation.book);
          const free =
            reading === null
              ? 0n
              : freeOf(reading, await tx.transactions.reservations(reservation.book));
          if (reservation.units * 4n > free)
            breaches.push(`${reservation.units} were reserved of ${free} free`);
        }
        await tx.transactions.insertReservation(reservation);
      },
    },
  });
  return {
    reads: store.reads,
    run: (name, unit) => store.run(name, (tx) => unit(guarded(tx))),
  };
}

/** Where nodes never fail to answer, every fault is ours. */
const ourFaults = [
  'advance-failed',
  'chain-silent',
  'sweep-postponed',
  'books-stale',
  'store-down',
  'send-postponed',
  'delivery-unseen',
  'payout-short',
];

function faultLog(breaches: string[], faults: readonly string[], isNodeSilent: () => boolean): Log {
  const note = (event: string, fields?: LogFields): void => {
    if (fields?.['code'] === 'CHAIN_UNREACHABLE' && isNodeSilent()) return;
    if (faults.includes(event)) breaches.push(`${event} ${JSON.stringify(fields)}`);
  };
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log };
  return log;
}
