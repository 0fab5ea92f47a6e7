import { expect } from 'chai';
import type { Route } from '@interline/core/transfer';
import {
  neverMined,
  routeOwner,
  asUnits,
  type Transaction,
  type EvmAddress,
  evmAddress,
  evmChain,
  nativeAddress,
  type Reservation,
} from '@interline/kernel';
import { judgeRun } from './judge-run.ts';
import type { BookAudit } from './process-messages.ts';
import type { ChainFacts, RunFacts, TransferFacts } from './run-facts.ts';

const address = (digit: string): EvmAddress => evmAddress(`0x${digit.repeat(40)}`);
const [spender, float, payer, recipient, stranger, usdc] = [...'123456'].map(address) as [
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
];
const pulled = { from: payer, to: float, units: 10_001n };
const paid = { from: float, to: recipient, units: 9_992n };
const returned = { from: float, to: payer, units: 10_001n };

describe('the verdict on a crash run', () => {
  it('is that nothing is wrong if everything agrees, delivered or refunded', () => {
    expect(judgeRun(delivered())).to.deep.equal([]);
    expect(judgeRun(refunded())).to.deep.equal([]);
  });

  it('says when a recipient was paid twice, or paid and refunded', () => {
    expect(kinds(delivered({ destination: { seen: [paid, paid] } }))).to.include('paid-twice');
    expect(kinds(delivered({ source: { seen: [pulled, returned] } }))).to.include('paid-twice');
  });

  it('says when money left the float to an unknown recipient', () => {
    expect(
      kinds(delivered({ destination: { seen: [paid, { ...paid, to: stranger }] } })),
    ).to.include('paid-twice');
  });

  it('says when a payer was debited for no known route, or twice', () => {
    expect(kinds(delivered({ transfer: { route: null, receipt: null, answers: [] } }))).to.include(
      'lost',
    );
    expect(kinds(delivered({ source: { seen: [pulled, pulled] } }))).to.include('lost');
  });

  it('says when an answered route is forgotten, another one, or still under way', () => {
    expect(
      kinds(
        delivered({
          transfer: { route: null, receipt: null },
          source: { seen: [] },
          destination: { seen: [] },
        }),
      ),
    ).to.include('lost');
    expect(kinds(delivered({ transfer: { answers: ['rt_1', 'rt_2'] } }))).to.include('lost');
    expect(kinds(delivered({ transfer: { route: route({ status: 'BRIDGING' }) } }))).to.include(
      'lost',
    );
  });

  it('takes a transfer whose client gave up as untouched, and only then', () => {
    const never = {
      source: { seen: [], balances: [[payer, 10_001n]], float: 0n },
      destination: { seen: [], balances: [[recipient, 0n]], float: 0n },
      routes: 0,
    } as const;
    const unknown = { route: null, receipt: null, answers: [] };

    expect(
      judgeRun(delivered({ ...never, transfer: { ...unknown, plan: { ...plan, givesUp: true } } })),
    ).to.deep.equal([]);
    expect(kinds(delivered({ ...never, transfer: unknown }))).to.deep.equal(['lost']);
  });

  it('says when DONE delivered nothing', () => {
    expect(kinds(delivered({ destination: { seen: [] } }))).to.include('lost');
  });

  it('says when FAILED is false: it was paid, its payer is short, or nothing stood in its way', () => {
    expect(kinds(refunded({ destination: { seen: [paid] } }))).to.include('false-failed');
    expect(kinds(refunded({ source: { seen: [pulled] } }))).to.include('false-failed');
    expect(kinds(refunded({ transfer: { plan } }))).to.deep.equal(['false-failed']);
  });

  it('says when the amount is a unit off, on chain or in the receipt', () => {
    expect(kinds(delivered({ destination: { seen: [{ ...paid, units: 9_991n }] } }))).to.include(
      'unbalanced',
    );
    expect(
      kinds(delivered({ transfer: { receipt: { status: 'DONE', bridged: '9991' } } })),
    ).to.deep.equal(['lost']);
  });

  it('says when a nonce, a balance or a book does not agree', () => {
    expect(kinds(delivered({ nextSlot: 8 }))).to.deep.equal(
      Array.from({ length: 4 }, () => 'unbalanced'),
    );
    expect(kinds(delivered({ source: { float: 10_002n } }))).to.deep.equal(['unbalanced']);
    expect(kinds(delivered({ source: { balances: [[payer, 1n]] } }))).to.deep.equal(['unbalanced']);
    expect(kinds(delivered({ free: (units) => units - 1n }))).to.deep.equal(
      Array.from({ length: 6 }, () => 'unbalanced'),
    );
  });

  it('says when the receipt of a route is not signed and logged once', () => {
    expect(kinds(delivered({ unreceipted: ['rt_1'] }))).to.deep.equal(['unbalanced']);
  });

  it('says when the store has a route, a transaction or a reservation left over', () => {
    expect(kinds(delivered({ routes: 2 }))).to.deep.equal(['unbalanced']);
    expect(kinds(delivered({ openTransactions: 1 }))).to.deep.equal(['unbalanced']);
    expect(kinds(delivered({ openReservations: 1 }))).to.deep.equal(
      Array.from({ length: 6 }, () => 'unbalanced'),
    );
  });

  describe('after the store went back in time', () => {
    const behind = 'store-behind: the chain counts 7 transactions, the store has allotted 5';
    const unpaid = {
      destination: { seen: [], balances: [[recipient, 0n]], float: 0n },
    } as const;
    const quarantined = {
      route: route({ status: 'BRIDGING', phase: 'running', stage: 'QUARANTINED' }),
      receipt: { status: 'BRIDGING', bridged: '9992' },
    };
    const forgotten = { route: null, receipt: null };

    it('accepts a route that waits for a person next to a stopped account, paid or not', () => {
      const waiting = { wasRestored: true, stopped: behind, nextSlot: 5, transfer: quarantined };

      expect(judgeRun(delivered(waiting))).to.deep.equal([]);
      expect(judgeRun(delivered({ ...waiting, ...unpaid }))).to.deep.equal([]);
      expect(
        judgeRun(delivered({ ...waiting, ...unpaid, transfer: forgotten, routes: 0 })),
      ).to.deep.equal([]);
    });

    it('accepts no second payment, and no payer who is short while no account is stopped', () => {
      const twice = {
        seen: [paid, paid],
        balances: [[recipient, 19_984n]],
        float: -19_984n,
      } as const;
      const waiting = { wasRestored: true, stopped: behind, nextSlot: 5, transfer: quarantined };

      expect(kinds(delivered({ ...waiting, destination: twice }))).to.deep.equal(['paid-twice']);
      expect(
        kinds(delivered({ ...unpaid, wasRestored: true, transfer: forgotten, routes: 0 })),
      ).to.deep.equal(['lost']);
      expect(
        kinds(delivered({ ...unpaid, wasRestored: true, transfer: quarantined })),
      ).to.deep.equal(['lost']);
    });

    it('accepts no stopped account without a transaction that the store does not know', () => {
      const still = { wasRestored: true, stopped: behind, transfer: quarantined };

      expect(kinds(delivered({ ...still, nextSlot: 6 }))).to.deep.equal([]);
      expect(kinds(delivered({ ...still, nextSlot: 7 }))).to.deep.equal(
        Array.from({ length: 4 }, () => 'unbalanced'),
      );
      const displaced = { source: { strangers: 1 }, destination: { strangers: 1 } };
      expect(kinds(delivered({ ...still, ...displaced, nextSlot: 7 }))).to.deep.equal([]);
    });

    it('does not accept an account that goes on next to transactions that the store does not know', () => {
      expect(kinds(delivered({ wasRestored: true, source: { strangers: 1 } }))).to.deep.equal([
        'unbalanced',
        'unbalanced',
      ]);
    });

    it('accepts no stopped account if the store never went back', () => {
      expect(kinds(delivered({ stopped: behind }))).to.deep.equal(
        Array.from({ length: 4 }, () => 'unbalanced'),
      );
    });
  });
});

const plan = { payer: 0, from: 8453, to: 42161, units: 10_001n, isBanned: false, givesUp: false };

interface Changes {
  readonly transfer?: Partial<TransferFacts>;
  readonly source?: ChainChange;
  readonly destination?: ChainChange;
  readonly nextSlot?: number;
  readonly free?: (units: bigint) => bigint;
  readonly routes?: number;
  readonly openTransactions?: number;
  /** Of every book. */
  readonly openReservations?: number;
  readonly unreceipted?: readonly string[];
  readonly wasRestored?: boolean;
  /** Of every account. */
  readonly stopped?: string | null;
}

interface ChainChange {
  readonly seen?: ChainFacts['seen'];
  readonly balances?: readonly (readonly [EvmAddress, bigint])[];
  readonly float?: bigint;
  /** Of either account. */
  readonly strangers?: number;
}

function kinds(facts: RunFacts): readonly string[] {
  return judgeRun(facts).map(({ kind }) => kind);
}

/** One transfer of 10,001 units that arrived; the floats began with a thousand. */
function delivered({
  transfer = {},
  source = {},
  destination = {},
  nextSlot = 7,
  free = (units) => units,
  routes = 1,
  openTransactions = 0,
  openReservations = 0,
  unreceipted = [],
  wasRestored = false,
  stopped = null,
}: Changes = {}): RunFacts {
  const chains = [
    chainFacts(8453, { seen: [pulled], balances: [[payer, 0n]], float: 10_001n, ...source }),
    chainFacts(42161, {
      seen: [paid],
      balances: [[recipient, 9_992n]],
      float: -9_992n,
      ...destination,
    }),
  ];
  return {
    wasRestored,
    books: null,
    accounts: { spender, float },
    chains,
    transfers: [
      {
        plan,
        payer,
        recipient,
        route: route({ status: 'DONE' }),
        receipt: { status: 'DONE', bridged: '9992' },
        answers: ['rt_1', 'rt_1'],
        refusals: [],
        movedAfterMs: 200,
        ...transfer,
      },
    ],
    audit: {
      openTransactions: Array.from({ length: openTransactions }, leftTransaction),
      routes,
      unreceipted,
      merged: { transactions: 0, batches: 0, alone: 2 },
      accounts: chains.flatMap(({ chainId }) =>
        [spender, float].map((account) => ({
          chain: evmChain(chainId),
          account,
          nextSlot,
          lastMined: 6,
          lastFinal: 6,
          stopped,
          stoppedAtMs: null,
        })),
      ),
      books: chains
        .flatMap(({ chainId, floatBooked }) => [
          book(chainId, float, usdc, floatBooked),
          book(chainId, float, nativeAddress, 50n),
          book(chainId, spender, nativeAddress, 40n),
        ])
        .map((one) => ({
          ...one,
          free: asUnits(free(one.free)),
          open: Array.from({ length: openReservations }, leftReservation),
        })),
    },
  };
}

/** The same transfer, with its recipient banned. */
function refunded(changes: Changes = {}): RunFacts {
  return delivered({
    ...changes,
    transfer: {
      plan: { ...plan, isBanned: true },
      route: route({ status: 'FAILED' }),
      receipt: { status: 'FAILED', bridged: '0' },
      ...changes.transfer,
    },
    source: {
      seen: [pulled, returned],
      balances: [[payer, 10_001n]],
      float: 0n,
      ...changes.source,
    },
    destination: { seen: [], balances: [[recipient, 0n]], float: 0n, ...changes.destination },
  });
}

function chainFacts(
  chainId: number,
  { seen = [], balances = [], float: gained = 0n, strangers = 0 }: ChainChange,
): ChainFacts & { readonly floatBooked: bigint } {
  const nonces = { mined: 7, pending: 7 };
  return {
    chainId,
    usdc,
    seen,
    floatBefore: 1_000_000n,
    floatAfter: 1_000_000n + gained,
    floatBooked: 1_000_000n + gained,
    coins: { spender: 40n, float: 50n },
    nonces: { spender: nonces, float: nonces },
    strangers: { spender: strangers, float: strangers },
    usdcOf: new Map(balances),
  };
}

function book(chainId: number, account: EvmAddress, token: string, units: bigint): BookAudit {
  return {
    reading: {
      book: { chain: evmChain(chainId), account, token },
      units: asUnits(units),
      block: 9,
    },
    open: [],
    free: asUnits(units),
  };
}

function leftReservation(): Reservation {
  return {
    id: 'gas_ef_1',
    owner: routeOwner('rt_1'),
    book: { chain: evmChain(8453), account: spender, token: nativeAddress },
    kind: 'outgoing',
    units: asUnits(1n),
    state: 'open',
    countsFromBlock: 0,
    settledBlock: null,
  };
}

function leftTransaction(): Transaction {
  return {
    id: 'ef_1',
    owner: routeOwner('rt_1'),
    step: -1,
    purpose: 'allowance',
    chain: evmChain(8453),
    role: 'spender',
    account: spender,
    slot: 6,
    ...neverMined,
    expects: null,
    createdAtMs: 0,
    multicall: null,
  };
}

function route(change: Partial<Route>): Route {
  // CAST: the verdict reads only these.
  return { id: 'rt_1', phase: 'ended', stage: 'DELIVERED', failure: null, ...change } as Route;
}
