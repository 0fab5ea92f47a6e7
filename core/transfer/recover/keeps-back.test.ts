import { type Address, asUnits, evmAddress, evmChain } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { expect } from 'chai';
import type { UnmatchedClosing, UnmatchedTransaction } from '../../transactions/index.ts';
import type { Deposit } from '../deposit/deposit.ts';
import type { Route } from '../route.ts';
import { keepsRefunds, keepsRoute } from './keeps-back.ts';

const [from, to] = [evmChain(8453), evmChain(42161)];
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const named = evmAddress('0x00000000000000000000000000000000000000d1');
const recipient = evmAddress('0x00000000000000000000000000000000000000bb');
const elsewhere = evmAddress('0x00000000000000000000000000000000000000ee');

describe('a payment that the store does not know', () => {
  it('holds any deposit while it is open and its coins are unknown', () => {
    expect(keeps({ closed: null })).to.deep.equal([true, true]);
  });

  it('holds none once it is closed as explained', () => {
    expect(keeps({ closed: closedAs('explained'), to: named, spent: ['paid:3'] })).to.deep.equal([
      false,
      false,
    ]);
  });

  for (const as of ['returned', 'delivered'] as const) {
    it(`holds the deposit that its closing as ${as} names, for any amount and recipient`, () => {
      expect(keeps({ closed: closedAs(as, 'rt_1'), spent: ['spine:0'] })).to.deep.equal([
        true,
        true,
      ]);
    });

    it(`holds no deposit that its closing as ${as} does not name`, () => {
      const closed = closedAs(as, 'rt_2');
      expect(keeps({ closed, to: named, spent: ['paid:3'] })).to.deep.equal([false, false]);
    });

    it(`holds the deposit that the chain shows as meant if its closing as ${as} names none`, () => {
      const closed = closedAs(as);
      expect([keeps({ closed, spent: ['paid:3'] }), keeps({ closed, to: named })]).to.deep.equal([
        [true, true],
        [true, true],
      ]);
    });

    it(`holds none because of unknown coins, an amount or a recipient if its closing as ${as} names none`, () => {
      const closed = closedAs(as);
      expect([
        keeps({ closed }),
        keeps({ closed, units: 1n }),
        keeps({ closed, chain: to, to: recipient }),
      ]).to.deep.equal([
        [false, false],
        [false, false],
        [false, false],
      ]);
    });
  }

  it('holds a route without a deposit only while it is open', () => {
    const due = { chain: to, to: recipient };
    const closed = [null, closedAs('delivered'), closedAs('delivered', 'rt_1')];
    expect(
      closed.map((one) => keepsRoute(custody, payment({ ...due, closed: one }), permitted)),
    ).to.deep.equal([true, false, false]);
  });
});

// CAST: the custody accounts that the check reads.
const custody = {
  roles: () => ['float'],
  account: () => float,
} as unknown as CustodyPort;

// CAST: the route fields that the check reads.
const route = {
  id: 'rt_1',
  mode: 'deposit',
  createdAtMs: 1_000,
  refundTo: null,
  plan: { pullTo: 'none', steps: [{ kind: 'payout', token: { chain: to } }] },
  order: {
    lane: { from, to },
    from: { chain: from, address: 'native' },
    to: { chain: to, address: 'native' },
    recipient,
  },
} as unknown as Route;

// CAST: the deposit fields that the check reads.
const deposit = {
  refundAddress: named,
  outputs: [{ tx: 'paid', output: 3 }],
  refunds: [{ units: asUnits(99_000n), state: 'held' }],
} as unknown as Deposit;

const permitted = { route: { ...route, mode: 'self' } as Route, transactions: [], deposit: null };

interface Paid {
  readonly closed: UnmatchedClosing | null;
  readonly spent?: UnmatchedTransaction['spent'];
  readonly chain?: UnmatchedTransaction['chain'];
  readonly to?: Address;
  readonly units?: bigint;
}

/** Whether it holds the route, and then its refunds. */
function keeps(paid: Paid): readonly [boolean, boolean] {
  const one = payment(paid);
  return [
    keepsRoute(custody, one, { route, transactions: [], deposit }),
    keepsRefunds(custody, one, { route, deposit }),
  ];
}

function payment({
  closed,
  spent = null,
  chain = from,
  to: paidTo = elsewhere,
  units = 99_000n,
}: Paid): UnmatchedTransaction {
  const moved = [{ token: 'native', from: float, to: paidTo, units: asUnits(units) }];
  return {
    ...{ id: `${chain}/0x0a/0`, kind: 'payment', chain, account: float, slot: 4, hash: '0x0a' },
    ...{ block: 12, atMs: 5_000, moved, spent, permit: null, sinceMs: 6_000, closed },
  } as const;
}

function closedAs(as: UnmatchedClosing['as'], routeId: string | null = null): UnmatchedClosing {
  return { as, by: 'ann', atMs: 7_000, evidence: null, routeId };
}
