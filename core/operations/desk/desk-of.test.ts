import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { stopAdvice } from '../../transactions/index.ts';
import { deskOf } from './desk-of.ts';

const chain = evmChain(8453);
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const spender = evmAddress('0x00000000000000000000000000000000000000a1');
const former = evmAddress('0x00000000000000000000000000000000000000b1');
const nowMs = 1_000_000_000;
const order = {
  amount: 2_000_000n,
  minOutput: 1_990_000n,
  payer: '0xaa',
  recipient: '0xbb',
  from: { symbol: 'USDC', chain },
  to: { symbol: 'USDC', chain },
  lane: { from: chain, to: evmChain(42161) },
};
const route = {
  id: 'rt_1',
  stage: 'VERIFYING',
  phase: 'running',
  status: 'BRIDGING',
  rail: 'lifi',
  order,
  credited: 2_000_000n,
  delivered: null,
  srcTx: '0x01',
  destTx: null,
  failure: null,
  createdAtMs: 100,
  updatedAtMs: 300,
};

describe("the operator's desk", () => {
  it('is empty if nothing waits', async () => {
    expect(await given({}).read(9)).to.deep.equal({ entries: [], more: 0 });
  });

  it("shows an engine's debt for a route that our float refunded, until the books close it", async () => {
    const owed = {
      kind: 'owed-by-engines',
      chain,
      token: '0xc0',
      holder: 'lifi',
      units: 1_999_000n,
    };
    const ended = { ...route, phase: 'ended', status: 'FAILED', refundTx: '0x02' };
    const { read } = given({
      madeUp: [
        { ...ended, id: 'rt_early', updatedAtMs: 200 },
        { ...ended, id: 'rt_closed', updatedAtMs: 250 },
        { ...ended, id: 'rt_late', updatedAtMs: 300 },
      ],
      entries: {
        rt_early: [{ id: 'a', lines: [owed] }],
        rt_closed: [
          { id: 'b', lines: [owed] },
          { id: 'c', lines: [{ ...owed, units: -1_999_000n }] },
        ],
        rt_late: [{ id: 'd', lines: [{ ...owed, units: 1n }] }],
      },
    });

    const { entries, more } = await read(9);

    expect(entries.map(({ subject }) => subject)).to.deep.equal([
      'route rt_early',
      'route rt_late',
    ]);
    expect(more).to.equal(0);
    expect(entries[0]).to.deep.include({
      kind: 'engine-debt',
      state: 'OWED_TO_US',
      sinceMs: 200,
      shows: { engine: 'lifi', owed: '1999000', token: '0xc0', chain: '8453', refundTx: '0x02' },
      commands: [
        'interline route engine-debt rt_early --as returned --reason "<why>"',
        'interline route engine-debt rt_early --as lost --reason "<why>"',
      ],
    });
  });

  it('reads the waiting stages, and every route accepted more than an hour ago', async () => {
    const { read, asked } = given({});

    await read(20);

    expect(asked).to.deep.equal([
      [
        {
          stages: ['VERIFYING', 'REFUND_HELD', 'OVERDUE', 'QUARANTINED'],
          acceptedBeforeMs: nowMs - 3_600_000,
        },
        20,
      ],
    ]);
  });

  it('shows a route with its amounts and hashes, what is open for it, and the commands', async () => {
    const open = [
      { ...transaction('ef_9'), owner: { kind: 'route', id: 'rt_1' }, createdAtMs: nowMs },
    ];
    const { read } = given({ routes: [route], open });

    const { entries } = await read(20);

    expect(entries).to.have.length(1);
    expect(entries[0]).to.deep.include({
      kind: 'route',
      subject: 'route rt_1',
      state: 'VERIFYING',
      sinceMs: 300,
      shows: {
        status: 'BRIDGING',
        rail: 'lifi',
        from: '2000000 USDC on eip155:8453',
        atLeast: '1990000 USDC on eip155:42161',
        payer: '0xaa',
        recipient: '0xbb',
        credited: '2000000',
        delivered: null,
        srcTx: '0x01',
        destTx: null,
        failure: null,
        accepted: 100,
        open: ['payout ef_9, slot 7 on eip155:8453'],
      },
      commands: [
        'interline account bump ef_9 --reason "<why>"',
        'interline route settle rt_1 --evidence <tx> --reason "<why>"',
        'interline route refund rt_1 --undelivered --reason "<why>"',
        'interline route write-off rt_1 --reason "<why>"',
      ],
    });
  });

  it('offers no settlement or write-off for a route that waits for the float and ends by itself', async () => {
    const waits = { ...route, stage: 'FUNDS_REQUIRED', phase: 'funding', credited: null };
    const [entry] = (await given({ routes: [waits] }).read(9)).entries;

    expect(entry?.whatToDo).to.match(/^Fund the account that its status names/);
    expect(entry?.commands).to.deep.equal(['interline status rt_1']);
  });

  it('dates a held refund from when it was first held, and an aged route from its hour', async () => {
    const { read } = given({
      routes: [
        { ...route, stage: 'REFUND_HELD', phase: 'refunding', updatedAtMs: 900 },
        { ...route, id: 'rt_2', stage: 'SENDING', createdAtMs: 50 },
      ],
      liabilities: [liability('rt_1', 100), liability('rt_3', 5_000_000)],
    });

    const { entries } = await read(20);

    expect(
      entries.map(({ kind, subject, state, sinceMs }) => [kind, subject, state, sinceMs]),
    ).to.deep.equal([
      ['route', 'route rt_1', 'REFUND_HELD', 100],
      ['route', 'route rt_2', 'SENDING', 3_600_050],
      ['liability', 'route rt_3', 'OWED', 5_000_000],
    ]);
  });

  it('shows the oldest items first, as many as requested, and the number of further ones', async () => {
    const { read } = given({
      routes: [route],
      count: 7,
      queues: [{ account: float, stopped: 'chain-behind: slot 7', stoppedAtMs: 200 }],
      switches: [
        { scope: 'chain:8453', state: 'paused', by: 'alice', reason: 'forked', sinceMs: 100 },
        { scope: 'rail:lifi', state: 'draining', by: 'alice', reason: 'update', sinceMs: 1 },
      ],
    });

    const { entries, more } = await read(2);

    expect(entries.map(({ subject, commands }) => [subject, commands.at(-1)])).to.deep.equal([
      ['chain:8453', 'interline resume chain:8453 --reason "<why>"'],
      ['account float on 8453', 'interline account restart 8453 float --reason "<why>"'],
    ]);
    expect(more).to.equal(7);
  });

  it('lists the stopped accounts of the current keys, each with advice', async () => {
    const { read } = given({
      queues: [
        { account: float, stopped: 'store-behind: 3 unknown transactions', stoppedAtMs: null },
        { account: spender, stopped: null, stoppedAtMs: null },
        { account: former, stopped: 'chain-behind: slot 7', stoppedAtMs: 4 },
      ],
    });

    const { entries } = await read(20);

    expect(
      entries.map(({ state, sinceMs, shows, whatToDo }) => [
        state,
        sinceMs,
        shows['reason'],
        whatToDo,
      ]),
    ).to.deep.equal([
      ['store-behind', null, 'store-behind: 3 unknown transactions', stopAdvice['store-behind']],
    ]);
  });

  it('lists transactions that are open for 15 minutes, of former keys too', async () => {
    const { read } = given({
      open: [
        transaction('ef_1', { createdAtMs: nowMs - 900_000 }),
        transaction('ef_2', { createdAtMs: nowMs - 899_999 }),
        transaction('ef_3', { account: former }),
        transaction('ef_4', { slot: -1 }),
        transaction('ef_5', { multicall: {} }),
        transaction('ef_6', { account: spender }),
        transaction('ef_8', {
          createdAtMs: nowMs,
          stuck: 'fee above cap: offered 2560, needed 10000, cap 5119 per gas',
        }),
        transaction('ef_7', { account: `0x${'99'.repeat(20)}` }),
      ],
      queues: [{ account: spender, stopped: 'store-behind: 3', stoppedAtMs: 1 }],
      slots: [],
    });

    const { entries } = await read(20);

    expect(
      entries.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject),
    ).to.deep.equal([
      'transaction ef_3',
      'transaction ef_6',
      'transaction ef_1',
      'transaction ef_8',
    ]);
    expect(entries.at(-1)).to.deep.include({
      state: 'stuck',
      commands: [
        'interline account show 8453 float',
        'interline account bump ef_8 --cap 20000 --reason "<why>"',
        'interline account replace ef_8 --reason "<why>"',
      ],
    });
  });

  it('lists the first open transaction of a stopped account, which waits for a bump, and none after it', async () => {
    const { read } = given({
      open: [
        transaction('ef_1', { slot: -1 }),
        transaction('ef_2', { slot: 8 }),
        transaction('ef_3', { slot: 7 }),
        transaction('ef_4', { slot: 6, account: spender }),
      ],
      queues: [{ account: float, stopped: 'store-behind: 3', stoppedAtMs: 1 }],
    });

    const { entries } = await read(20);

    expect(
      entries.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject),
    ).to.deep.equal(['transaction ef_3', 'transaction ef_4']);
  });

  it('lists what a restored store cannot assign to a route, and deficits on a chain', async () => {
    const { read } = given({
      unmatched: [
        {
          id: 'eip155:8453/0x0a/0',
          kind: 'pull',
          chain,
          account: former,
          slot: 4,
          hash: '0x0a',
          block: 12,
          atMs: 5,
          moved: [{ token: '0x70', from: '0xaa', to: former, units: 200_000n }],
          permit: { owner: '0xaa', nonce: '9' },
          sinceMs: 50,
          closed: null,
        },
        {
          id: 'eip155:8453/0x0b/0',
          kind: 'payment',
          chain,
          account: former,
          sinceMs: 45,
          closed: { as: 'delivered', by: 'ann', atMs: 60, evidence: null, routeId: null },
        },
      ],
      deficits: [
        {
          book: { chain, account: float, token: '0x70' },
          units: 900n,
          block: 30,
          deficit: 100n,
          appeared: { after: 20, by: 21, sinceMs: 40 },
          atMs: 60,
        },
      ],
    });

    const { entries } = await read(9);

    expect(
      entries.map(({ kind, subject, state, sinceMs, shows, commands }) => ({
        line: [kind, subject, state, sinceMs],
        shows,
        command: commands.at(-1),
      })),
    ).to.deep.equal([
      {
        line: ['deficit', '0x70 of the float account on 8453', 'deficit', 40],
        shows: {
          address: float,
          deficit: '100',
          chainHas: '900',
          atBlock: 30,
          afterBlock: 20,
          byBlock: 21,
        },
        command:
          'interline books classify 8453 float 0x70 --of deficit --as losses --reason "<why>"',
      },
      {
        line: ['unmatched', 'slot 4 of the spender on 8453', 'pull', 50],
        shows: {
          id: 'eip155:8453/0x0a/0',
          address: former,
          hash: '0x0a',
          block: 12,
          at: 5,
          moved: [`200000 of 0x70 0xaa -> ${former}`],
          payer: '0xaa',
          permit: '9',
        },
        command:
          'interline desk close eip155:8453/0x0a/0 --as <delivered|returned|explained> --reason "<why>"',
      },
    ]);
  });

  it('explains how to close a payment that delivered or refunded a deposit', async () => {
    const payment = {
      ...{ id: 'eip155:8453/0x0b/0', kind: 'payment', chain, account: float, slot: 4 },
      ...{ hash: '0x0b', block: 12, atMs: 5, moved: [], permit: null, sinceMs: 45, closed: null },
    };

    const [entry] = (await given({ unmatched: [payment] }).read(9)).entries;

    expect(entry?.commands.slice(-2)).to.deep.equal([
      'interline desk close eip155:8453/0x0b/0 --as <delivered|returned|explained> --reason "<why>"',
      'interline desk close eip155:8453/0x0b/0 --as <delivered|returned> --route <rt_id> --reason "<why>"',
    ]);
    expect(entry?.whatToDo).to.contain('close it with --route and the route of that deposit');
  });

  it('lists the accounts without coin, with the routes that wait for each and the funding address', async () => {
    const paying = {
      id: 'rt_1',
      phase: 'running',
      spender,
      cursor: 0,
      plan: { steps: [{ kind: 'payout', token: { chain } }] },
      order: { lane: { from: chain }, from: { chain } },
      updatedAtMs: 70,
    };
    const sending = [paying, { ...paying, id: 'rt_2', updatedAtMs: 80 }];
    const open = [transaction('ef_1', { owner: { id: 'rt_2' }, createdAtMs: nowMs })];

    const [dry] = (await given({ coin: { [float]: 1n }, sending }).read(10)).entries;
    const [busy] = (await given({ coin: { [float]: 1n }, sending, open }).read(10)).entries;
    const idle = await given({ coin: { [float]: 149_999n, [former]: 0n } }).read(10);
    const enough = await given({ coin: { [float]: 150_000n, [spender]: 300_000n } }).read(10);

    expect(dry).to.deep.equal({
      kind: 'gas',
      subject: 'the float on 8453',
      state: 'has no coin for gas',
      sinceMs: 70,
      shows: { address: float, free: '1', needed: '150000', waiting: ['rt_1', 'rt_2'] },
      whatToDo: `2 routes wait there; send coin to ${float}: 0.000000000000000001 ETH is free, one transaction takes up to 0.00000000000015 ETH, 2 take 0.0000000000003 ETH.`,
      commands: ['interline float status --chain 8453', 'interline account show 8453 float'],
    });
    expect(busy?.shows).to.deep.include({ waiting: ['rt_1'] });
    expect(idle.entries.map(({ whatToDo }) => whatToDo)).to.deep.equal([
      `no route waits there; send coin to ${float}: 0.000000000000149999 ETH is free, one transaction takes up to 0.00000000000015 ETH.`,
    ]);
    expect(enough).to.deep.equal({ entries: [], more: 0 });
  });

  it("lists a former account's deficit with its address, and advises to wait while an account of the chain is read", async () => {
    const deficits = [
      {
        book: { chain, account: former, token: 'native' },
        units: 900n,
        deficit: 100n,
        block: 30,
        appeared: null,
        atMs: 40,
      },
    ];
    const queues = [{ account: spender, stopped: 'store-behind: 3', stoppedAtMs: 30 }];

    const [runs] = (await given({ deficits }).read(10)).entries;
    const [, waits] = (await given({ deficits, queues }).read(10)).entries;

    expect(runs?.commands).to.deep.equal([
      'interline books reconciliation',
      `interline books classify 8453 spender native --account ${former} --of deficit --as losses --reason "<why>"`,
    ]);
    expect(waits?.whatToDo).to.match(/^Wait: an account of ours on this chain is stopped/);
    expect(waits?.commands).to.deep.equal([
      'interline account list',
      'interline books reconcile --chain 8453',
    ]);
  });

  it('lists slots whose end no nodes show after 15 minutes, with the blocks that must hold their consumers', async () => {
    const slot = {
      transactionId: 'ef_1',
      chain,
      account: float,
      slot: '7',
      reason: 'history-unserved',
      rangeFrom: 100,
      rangeTo: 164,
      sinceMs: nowMs - 900_000,
      lookedAtMs: 999_990_000,
    };
    const { read } = given({
      open: [transaction('ef_1')],
      slots: [
        slot,
        { ...slot, transactionId: 'ef_2', sinceMs: nowMs - 899_999 },
        { ...slot, transactionId: 'ef_3', account: `0x${'99'.repeat(20)}` },
      ],
    });

    const { entries } = await read(10);

    expect(
      entries.map(({ subject, state, sinceMs, shows }) => [subject, state, sinceMs, shows]),
    ).to.deep.equal([
      [
        'slot 7 of the float on 8453',
        'history-unserved',
        999_100_000,
        {
          address: float,
          transaction: 'ef_1',
          fromBlock: 100,
          toBlock: 164,
          lastLook: 999_990_000,
        },
      ],
    ]);
  });
});

function transaction(id: string, change: object = {}): object {
  return {
    id,
    purpose: 'payout',
    chain,
    account: float,
    slot: 7,
    multicall: null,
    stuck: null,
    expects: null,
    owner: { kind: 'route', id: 'rt_8' },
    createdAtMs: 10,
    ...change,
  };
}

function liability(routeId: string, sinceMs: number): object {
  const book = { chain, account: float, token: '0x70' };
  return { routeId, sinceMs, units: 2_000_000n, reason: 'refused', to: '0xaa', book };
}

function given(rows: {
  readonly routes?: readonly object[];
  readonly count?: number;
  readonly liabilities?: readonly object[];
  readonly queues?: readonly object[];
  readonly open?: readonly object[];
  readonly slots?: readonly object[];
  readonly switches?: readonly object[];
  readonly unmatched?: readonly object[];
  readonly deficits?: readonly object[];
  /** Coin balances of accounts, by address. */
  readonly coin?: Readonly<Record<string, bigint>>;
  /** Routes that send something. */
  readonly sending?: readonly object[];
  readonly madeUp?: readonly object[];
  /** Book entries by route id. */
  readonly entries?: Readonly<Record<string, readonly object[]>>;
}) {
  const asked: unknown[] = [];
  const { routes = [] } = rows;
  const read = deskOf(
    {
      // CAST: the row fields that the desk reads.
      store: {
        reads: {
          transfers: {
            routesInStages: async () => rows.sending ?? [],
            madeUpRoutes: async () => rows.madeUp ?? [],
            waitingRoutes: async (...question: unknown[]) => {
              asked.push(question);
              return { routes, count: rows.count ?? routes.length };
            },
            route: async () => null,
            deposit: async () => null,
          },
          books: {
            entriesOf: async (id: string) => rows.entries?.[id] ?? [],
            liabilities: async () => rows.liabilities ?? [],
            deficits: async () => rows.deficits ?? [],
          },
          switches: { switches: async () => rows.switches ?? [] },
          transactions: {
            accounts: async () =>
              (rows.queues ?? []).map((queue) => ({ chain, nextSlot: 8, lastMined: 7, ...queue })),
            unprovenSlots: async () => rows.slots ?? [],
            openTransactions: async () => rows.open ?? [],
            unmatchedTransactions: async () => rows.unmatched ?? [],
            transactionsOf: async () => [],
            holding: async ({ account }: { readonly account: string }) =>
              rows.coin?.[account] === undefined
                ? null
                : { reading: { units: rows.coin[account], block: 1 }, taken: 0n },
          },
        },
      } as never,
      custody: {
        chains: [chain],
        roles: () => ['spender', 'float'],
        account: (_chain: string, role: string) => (role === 'float' ? float : spender),
        fundingAddress: () => float,
        usualGas: (_chain: string, role: string) => (role === 'float' ? 150_000n : 300_000n),
        roleOf: (account: string) =>
          account === float ? 'float' : account === spender ? 'spender' : null,
        former: [
          {
            chains: [chain],
            roles: () => ['float'],
            account: () => former,
            fundingAddress: () => former,
            usualGas: () => 150_000n,
            roleOf: (account: string) => (account === former ? 'spender' : null),
          },
        ],
      } as never, // CAST: the custody methods that the desk uses.
      policy: { overdueAfterMs: 3_600_000 } as never, // CAST: the only rule that the desk reads.
      // CAST: the desk reads the time, and waits for a silent chain.
      clock: {
        now: () => nowMs,
        alarm: () => ({ rang: new Promise(() => {}), cancel() {} }),
      } as never,
      // CAST: a payout costs 150,000 wei, and a pull twice that.
      chains: { gasCost: async (_chain: string, gas: bigint) => gas } as never,
      tokens: { on: () => [{ address: 'native', symbol: 'ETH', decimals: 18 }] } as never, // CAST: its coin.
    },
    new AbortController().signal,
  );
  return { read, asked };
}
