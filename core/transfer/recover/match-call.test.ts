import { asAmount, asUnits, evmAddress, evmChain, type Plan } from '@interline/kernel';
import type { OnChainCall } from '@interline/ports';
import type { Route } from '../route.ts';
import type { UnmatchedTransaction } from '../../transactions/index.ts';
import { matchCall, type Matching, type OpenRoute } from './match-call.ts';
import { mayBelongTo } from './may-belong-to.ts';
import { expect } from 'chai';
import fc from 'fast-check';

const source = evmChain(8453);
const destination = evmChain(42161);
const token = evmAddress('0x00000000000000000000000000000000000000c0');
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const spender = evmAddress('0x00000000000000000000000000000000000000a1');
const payer = evmAddress('0x00000000000000000000000000000000000000d1');
const recipient = evmAddress('0x00000000000000000000000000000000000000e1');

describe('a payment that the store does not know', () => {
  it('is assigned to equal routes in order, one to each, and further ones to none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 5 }), fc.nat({ max: 5 }), async (due, paid) => {
        let routes = Array.from({ length: due }, (_, at) => open(`rt_${at}`));
        const given: (string | null)[] = [];
        for (let at = 0; at < paid; at += 1) {
          const matched = await matchCall(matching(routes), payment(1_998_400n, recipient));
          const id = matched.kind === 'match' ? matched.open.route.id : null;
          given.push(id);
          routes = routes.filter(({ route }) => route.id !== id);
        }

        expect(given).to.deep.equal(
          Array.from({ length: paid }, (_, at) => (at < due ? `rt_${at}` : null)),
        );
      }),
    );
  });

  it('is a payout only at the exact amount: one unit more or less belongs to no route', async () => {
    const kinds = await Promise.all(
      [1_998_399n, 1_998_400n, 1_998_401n].map(
        async (units) =>
          (await matchCall(matching([open('rt_1')]), payment(units, recipient))).kind,
      ),
    );

    expect(kinds).to.deep.equal(['none', 'match', 'none']);
  });

  it('belongs to no route whose pull was not seen, and waits while the spender of its chain is unread', async () => {
    const routes = [{ ...open('rt_1'), isPulled: false }];

    const [read, unread] = await Promise.all([
      matchCall(matching(routes), payment(1_998_400n, recipient)),
      matchCall(matching(routes, 'store-behind: 3'), payment(1_998_400n, recipient)),
    ]);

    expect([read.kind, unread.kind]).to.deep.equal(['none', 'waits']);
  });

  it('may be the payout of an undecided route, also if its chain has one account for both roles', () => {
    const may = (custody: Parameters<typeof mayBelongTo>[0]): boolean =>
      mayBelongTo(
        custody,
        {
          id: 'un_1',
          kind: 'payment',
          chain: destination,
          account: float,
          slot: 4,
          hash: '0x01',
          block: 7,
          atMs: 2_000,
          moved: [{ token, from: float, to: recipient, units: asUnits(1_998_400n) }],
          spent: null,
          permit: null,
          sinceMs: 3_000,
          closed: null,
        },
        {
          route: { ...open('rt_1').route, createdAtMs: 1_000 },
          transactions: [],
          deposit: null,
        },
      );

    expect([
      may(matching([]).ports.custody),
      may({ roles: () => ['float'], account: () => float }),
    ]).to.deep.equal([true, true]);
  });

  it('is a refund if it pays the payer, and the route ends as refunded', async () => {
    const at = { chain: source, role: 'float', account: float } as const;

    const matched = await matchCall(
      { ...matching([open('rt_1')]), at },
      payment(2_000_000n, payer),
    );

    expect(matched).to.deep.include({ kind: 'match', step: -2, purpose: 'refund' });
    expect(matched.kind === 'match' ? matched.change : null).to.deep.equal({
      phase: 'refunding',
      stage: 'REFUNDING',
      credited: 2_000_000n,
      failure: { code: 'REFUNDED', reason: 'the transfer could not be completed' },
    });
  });

  it('that could be the payout of one route and the refund of another is assigned to neither', async () => {
    const other = open('rt_2', {
      lane: { from: destination, to: source },
      from: destination,
      payer: recipient,
      amount: 1_998_400n,
    });

    const matched = await matchCall(
      matching([open('rt_1'), other]),
      payment(1_998_400n, recipient),
    );

    expect(matched).to.deep.equal({ kind: 'none' });
  });

  it('is not a second payout of a route that has one already', async () => {
    const one = open('rt_1');
    const paid = {
      ...one,
      // CAST: the transaction fields that the match reads.
      transactions: [{ id: 'ef_1', purpose: 'payout', step: 1, state: 'open' }] as never,
    };

    const [live, reverted] = await Promise.all([
      matchCall(matching([paid]), payment(1_998_400n, recipient)),
      matchCall(
        { ...matching([paid]), reverted: new Set(['ef_1']) },
        payment(1_998_400n, recipient),
      ),
    ]);

    expect([live.kind, reverted.kind]).to.deep.equal(['none', 'match']);
  });
});

describe('a deposit with a rail that the store does not know', () => {
  const depot = evmAddress('0x00000000000000000000000000000000000000de');
  const at = { chain: source, role: 'spender', account: spender } as const;
  const deposit = { chain: source, address: token, symbol: 'USDC', decimals: 6, asset: 'USD' };
  const handed = open('rt_1', {
    pullTo: 'spender',
    steps: [{ kind: 'deposit', token: deposit, to: depot, units: asAmount(1_999_000n) }],
  });
  const paid = (units: bigint): OnChainCall => ({
    ...payment(units, depot),
    data: `0xa9059cbb${depot.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
  });

  it('is the call of the route that planned it, at the exact amount, and is not made again', async () => {
    const [match, less, twice] = await Promise.all([
      matchCall({ ...matching([handed]), at }, paid(1_999_000n)),
      matchCall({ ...matching([handed]), at }, paid(1_998_999n)),
      matchCall(
        // CAST: the transaction fields that the match reads.
        {
          ...matching([{ ...handed, transactions: [depositMade] as never }]),
          at,
        },
        paid(1_999_000n),
      ),
    ]);

    expect(match).to.deep.include({ kind: 'match', step: 0, purpose: 'call', expects: null });
    expect([less.kind, twice.kind]).to.deep.equal(['none', 'none']);
  });

  it('may belong to the undecided route, and to none that has handed over already', () => {
    const unmatched: UnmatchedTransaction = {
      id: 'un_1',
      kind: 'payment',
      chain: source,
      account: spender,
      slot: 4,
      hash: '0x01',
      block: 7,
      atMs: 2_000,
      moved: [{ token, from: spender, to: depot, units: asUnits(1_998_999n) }],
      spent: null,
      permit: null,
      sinceMs: 3_000,
      closed: null,
    };
    const { custody } = matching([]).ports;
    // CAST: the fields of a route and a transaction that the check reads.
    const route = { ...handed.route, createdAtMs: 1_000 } as Route;
    const may = (transactions: readonly object[], account = spender): boolean =>
      mayBelongTo(
        custody,
        { ...unmatched, account },
        { route, transactions: transactions as never, deposit: null },
      );

    expect([may([]), may([depositMade]), may([], float)]).to.deep.equal([true, false, false]);
  });

  const depositMade = { id: 'ef_1', purpose: 'call', step: 0, state: 'mined', isFinal: true };
});

describe('a pull that the store does not know', () => {
  it('belongs to the route whose permit it redeemed, even if another route is equal', async () => {
    const at = { chain: source, role: 'spender', account: spender } as const;
    const routes = [1n, 2n, 3n].map((nonce) => open(`rt_${nonce}`, { nonce }));
    const pull = (nonce: bigint): OnChainCall => ({
      ...payment(1n, recipient),
      does: { kind: 'pull', owner: payer, nonce },
    });

    const [second, unknown] = await Promise.all([
      matchCall({ ...matching(routes), at }, pull(2n)),
      matchCall({ ...matching(routes), at }, pull(4n)),
    ]);

    expect(second.kind === 'match' ? second.open.route.id : null).to.equal('rt_2');
    expect(unknown.kind).to.equal('none');
  });

  it('for a route that waits for our float is refunded from the account that received it', async () => {
    const at = { chain: source, role: 'spender', account: spender } as const;
    const { route } = open('rt_1');
    const waiting = { ...open('rt_1'), route: { ...route, phase: 'funding' as const } };
    const pull: OnChainCall = {
      ...payment(1n, recipient),
      does: { kind: 'pull', owner: payer, nonce: 1n },
    };
    const given = (to: typeof payer) =>
      matchCall(
        {
          ...matching([waiting]),
          at,
          transfers: [{ token, from: payer, to, units: 2_000_000n, logIndex: 0 }],
        },
        pull,
      );
    const [toFloat, toSpender] = await Promise.all([float, spender].map(given));

    for (const [one, account, pullTo] of [
      [toFloat, float, 'float'],
      [toSpender, spender, 'spender'],
    ] as const) {
      if (one?.kind !== 'match') throw new Error('the pull was given to no route');
      expect(one.expects?.to).to.equal(account);
      expect(one.change).to.deep.include({ phase: 'pulling', status: 'BRIDGING' });
      expect([one.change.plan?.pullTo, one.change.failure?.code]).to.deep.equal([
        pullTo,
        'REFUNDED',
      ]);
    }
  });
});

describe('a transfer of the float to the spender that the store does not know', () => {
  const at = { chain: source, role: 'float', account: float } as const;

  it('is the pull of the rebalancing that moves this amount of the token, and of no other route', async () => {
    const routes = [open('rt_1'), moving('rt_2')];
    const matched = (units: bigint) =>
      matchCall({ ...matching(routes), at }, payment(units, spender));

    const [less, own, more] = await Promise.all([1_999_999n, 2_000_000n, 2_000_001n].map(matched));

    expect([less?.kind, more?.kind]).to.deep.equal(['none', 'none']);
    expect(own).to.deep.include({
      kind: 'match',
      step: -1,
      purpose: 'pull',
      expects: { token, from: float, to: spender, units: 2_000_000n },
    });
    expect(own?.kind === 'match' ? own.open.route.id : null).to.equal('rt_2');
  });

  it('is not a second pull of a route that has one', async () => {
    const moved = {
      ...moving('rt_2'),
      // CAST: the transaction fields that the match reads.
      transactions: [{ id: 'ef_1', purpose: 'pull', step: -1, state: 'open' }] as never,
    };
    const match = (reverted: readonly string[]) =>
      matchCall(
        { ...matching([moved]), at, reverted: new Set(reverted) },
        payment(2_000_000n, spender),
      );

    expect([(await match([])).kind, (await match(['ef_1'])).kind]).to.deep.equal(['none', 'match']);
  });

  it('is matched before the call that it pays for, which waits while the float is unread', async () => {
    const step = { kind: 'call', chain: source, to: recipient, data: '0xb1', value: 0n };
    const call: OnChainCall = {
      ...payment(1n, recipient),
      ...{ to: recipient, data: '0xb1', does: { kind: 'other' } },
    };
    const match = (isPulled: boolean, stopped: string | null) =>
      matchCall(
        {
          ...matching([{ ...moving('rt_2', step), isPulled }], stopped),
          at: { chain: source, role: 'spender', account: spender },
        },
        call,
      );

    expect([
      (await match(false, 'store-behind: 3')).kind,
      (await match(false, null)).kind,
      (await match(true, 'store-behind: 3')).kind,
    ]).to.deep.equal(['waits', 'none', 'match']);
  });
});

/** A rebalancing of the same amount over a rail, before its own transfer was seen. */
function moving(id: string, step: unknown = null): OpenRoute {
  const { route } = open(id);
  return {
    // CAST: the route fields that the match reads.
    route: {
      ...route,
      mode: 'rebalance',
      permit: null,
      phase: 'pulling',
      cursor: 0,
      order: { ...route.order, payer: float, recipient: float },
      plan: { ...route.plan, pullTo: 'spender', steps: step === null ? [] : [step] },
    } as never,
    transactions: [],
    isPulled: false,
  };
}

function payment(units: bigint, to: typeof payer): OnChainCall {
  return {
    to: token,
    data: '0x',
    value: 0n,
    group: 0,
    isSuccess: true,
    does: { kind: 'payment', token, to, units },
  };
}

function matching(routes: readonly OpenRoute[], stopped: string | null = null): Matching {
  return {
    at: { chain: destination, role: 'float', account: float },
    routes,
    reverted: new Set(),
    transfers: [],
    ports: {
      // CAST: the accounts are all that custody is asked for.
      custody: {
        roles: () => ['spender', 'float'],
        account: (_chain: string, role: string) => (role === 'float' ? float : spender),
      } as never,
    },
    // CAST: the stop is all that is read from the store.
    tx: { transactions: { account: async () => ({ stopped }) } } as never,
  };
}

interface Given {
  readonly nonce?: bigint;
  readonly lane?: Route['order']['lane'];
  readonly from?: typeof source;
  readonly payer?: typeof payer;
  readonly amount?: bigint;
  readonly pullTo?: Plan['pullTo'];
  readonly steps?: Plan['steps'];
}

function open(id: string, given: Given = {}): OpenRoute {
  const lane = given.lane ?? { from: source, to: destination };
  const on = (chain: typeof source) => ({ chain, address: token, symbol: 'USDC', decimals: 6 });
  const route = {
    id,
    phase: 'running',
    cursor: given.steps === undefined ? 1 : 0,
    credited: null,
    owed: null,
    failure: null,
    order: {
      lane,
      from: on(lane.from),
      to: on(lane.to),
      payer: given.payer ?? payer,
      recipient: given.lane === undefined ? recipient : payer,
      amount: asAmount(given.amount ?? 2_000_000n),
    },
    permit: { chain: source, owner: payer, token, units: 2_000_000n, nonce: given.nonce ?? 1n },
    plan: {
      pullTo: given.pullTo ?? 'float',
      output: asUnits(1_998_400n),
      steps: given.steps ?? [
        { kind: 'reserve', token: on(lane.to), units: 1_998_400n },
        {
          kind: 'payout',
          token: on(lane.to),
          to: given.lane === undefined ? recipient : payer,
          units: 1_998_400n,
        },
      ],
    },
  };
  // CAST: the route fields that the match reads.
  return { route: route as never, transactions: [], isPulled: true };
}
