import {
  type Batch,
  type LeasedTick,
  type Conditional,
  type PrimitiveTerms,
  type Schedule,
  StalePrimitive,
} from '@interline/core/primitives';
import { asAmount, asUnits, type ErrorCode, evmChain, laneClient } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism, payer, usdc } from './store-samples.ts';
import { expect } from 'chai';

export function storePrimitives(given: () => ContractStore): void {
  const put = (...records: readonly (Batch | Schedule | Conditional)[]) =>
    given().run('put', async (tx) => {
      for (const record of records) await tx.primitives.insertPrimitive(record);
    });
  const claim = (nowMs: number, limit = 10) =>
    given().run('claim', (tx) => tx.primitives.leaseTicks({ nowMs, leaseMs: 30_000, limit }));
  const ids = (ticks: readonly LeasedTick[]) => ticks.map(({ record }) => record.id);

  describe('a batch, a schedule or a conditional', () => {
    it('comes back as it was stored, every kind with its own facts', async () => {
      const { reads } = given();
      await put(batch, schedule('sched_1'), conditional);

      expect(await reads.primitives.primitive('batch_1')).to.deep.equal(batch);
      expect(await reads.primitives.primitive('sched_1')).to.deep.equal(schedule('sched_1'));
      expect(await reads.primitives.primitive('cond_1')).to.deep.equal(conditional);
      expect(await reads.primitives.primitive('sched_9')).to.equal(null);
    });

    it('of an earlier version has the codes of its refusals by the names of today', async () => {
      const refused = (code: string): Schedule['runs'][number]['outcome'] => ({
        kind: 'refused',
        code: code as ErrorCode, // CAST: as the earlier version wrote it.
        reason: 'stopped',
      });
      const run = { tick: 0, dueAtMs: dueMs, atMs: dueMs, isSimulated: false };
      const runsOf = (code: string) => [...schedule('').runs, { ...run, outcome: refused(code) }];
      const legsOf = (code: string) => [...batch.legs, { terms, outcome: refused(code) }];
      const today = 'ACCOUNT_STOPPED';
      await put(
        { ...batch, legs: legsOf('LANE_STOPPED') },
        schedule('sched_1', { runs: runsOf('LANE_STOPPED') }),
        { ...conditional, runs: runsOf('LANE_STOPPED') },
      );

      const { primitives } = given().reads;
      const found = await Promise.all(
        ['batch_1', 'sched_1', 'cond_1'].map((id) => primitives.primitive(id)),
      );
      const leased = await claim(dueMs);

      expect(found).to.deep.equal([
        { ...batch, legs: legsOf(today) },
        schedule('sched_1', { runs: runsOf(today) }),
        { ...conditional, runs: runsOf(today) },
      ]);
      expect(leased.map(({ record }) => record.runs)).to.deep.equal([runsOf(today), runsOf(today)]);
    });

    it('is leased when it is due, the longest due first, and to one worker', async () => {
      await put(
        batch,
        schedule('sched_1'),
        schedule('sched_2', { nextRunAtMs: dueMs - 1 }),
        schedule('sched_3', { nextRunAtMs: null, status: 'completed' }),
      );

      const early = await claim(dueMs - 2);
      const [first, second, third] = [
        await claim(dueMs, 1),
        await claim(dueMs),
        await claim(dueMs),
      ];

      expect([early, first, second, third].map(ids)).to.deep.equal([
        [],
        ['sched_2'],
        ['sched_1'],
        [],
      ]);
      expect(second).to.deep.equal([
        { record: schedule('sched_1', { fence: 1, version: 1 }), attempts: 1 },
      ]);
    });

    it('is leased again when the lease is over, with a higher fence', async () => {
      await put(schedule('sched_1'));
      await claim(dueMs);

      const [before, after] = [await claim(dueMs + 29_999), await claim(dueMs + 30_000)];

      expect([before, after]).to.deep.equal([
        [],
        [{ record: schedule('sched_1', { fence: 2, version: 2 }), attempts: 2 }],
      ]);
    });

    it('is not locked by a lease from before the clock was set back', async () => {
      await put(schedule('sched_1', { nextRunAtMs: dueMs - 3_600_000 }));
      await claim(dueMs);

      const [near, far] = [await claim(dueMs - 30_000), await claim(dueMs - 30_001)];

      expect([near, far].map(ids)).to.deep.equal([[], ['sched_1']]);
    });

    it('moves to its next time, and its lease is given back', async () => {
      const { run, reads } = given();
      await put(schedule('sched_1'));
      const [tick] = await claim(dueMs);

      const moved = await run('move', (tx) =>
        tx.primitives.movePrimitive(
          tick?.record as Schedule,
          { ticks: 1, nextRunAtMs: dueMs + 10_000 },
          dueMs + 5,
        ),
      ); // CAST: it was put as one.
      const next = await claim(dueMs + 10_000);

      expect(moved).to.deep.equal(
        schedule('sched_1', {
          fence: 1,
          version: 2,
          ticks: 1,
          nextRunAtMs: dueMs + 10_000,
          updatedAtMs: dueMs + 5,
        }),
      );
      expect(next).to.deep.equal([{ record: { ...moved, fence: 2, version: 3 }, attempts: 1 }]);
      expect(await reads.primitives.primitive('sched_1')).to.deep.equal({
        ...moved,
        fence: 2,
        version: 3,
      });
    });

    it('is not moved by a worker that lost it, or to a status that may not follow', async () => {
      const { run, reads } = given();
      const moving = (record: Schedule, status: Schedule['status']) =>
        rejection(run('move', (tx) => tx.primitives.movePrimitive(record, { status }, dueMs)));
      await put(schedule('sched_1'));
      await claim(dueMs);

      const stale = await moving(schedule('sched_1'), 'completed');
      const ended = await moving(
        schedule('sched_1', { status: 'completed', fence: 1, version: 1 }),
        'cancelled',
      );

      expect(stale).to.be.instanceOf(StalePrimitive);
      expect(ended).to.include({
        message: 'record schedule is completed and may not become cancelled',
      });
      expect(await reads.primitives.primitive('sched_1')).to.deep.equal(
        schedule('sched_1', { fence: 1, version: 1 }),
      );
    });

    it('can be put off only by the worker that has it', async () => {
      const { run } = given();
      await put(schedule('sched_1'));
      const [lost] = await claim(dueMs);
      const [held] = await claim(dueMs + 30_000);

      for (const tick of [held, lost])
        await run('postpone', (tx) =>
          tx.primitives.postponeTick(tick as LeasedTick, tick === held ? dueMs + 35_000 : 0),
        ); // CAST: both claims found it.

      expect([await claim(dueMs + 34_999), await claim(dueMs + 35_000)].map(ids)).to.deep.equal([
        [],
        ['sched_1'],
      ]);
    });

    it('is counted while it has not ended', async () => {
      const { reads } = given();
      const none = await reads.primitives.openPrimitives('c_1');
      await put(
        batch,
        conditional,
        schedule('sched_1'),
        schedule('sched_2', { client: 'c_2' }),
        schedule('sched_4', { client: laneClient('a pass') }),
        schedule('sched_3', { status: 'completed', nextRunAtMs: null }),
      );

      expect([
        none,
        await reads.primitives.openPrimitives('c_1'),
        await reads.primitives.openPrimitives('c_9'),
      ]).to.deep.equal([
        { ofClient: 0, ofLane: 0, inAll: 0 },
        { ofClient: 2, ofLane: 1, inAll: 4 },
        { ofClient: 0, ofLane: 1, inAll: 4 },
      ]);
    });

    it('is forgotten 30 days after its end, and never while it is active', async () => {
      const { run, reads } = given();
      await put(batch, schedule('sched_1'));

      await run('prune', (tx) => tx.prune(createdMs + 2_592_000_000));
      const kept = await reads.primitives.primitive('batch_1');
      await run('prune', (tx) => tx.prune(createdMs + 2_592_000_001));

      expect([
        kept,
        await reads.primitives.primitive('batch_1'),
        await reads.primitives.primitive('sched_1'),
      ]).to.deep.equal([batch, null, schedule('sched_1')]);
    });

    it('fills no disk: a client that plans batches all day keeps the newest 1,000, and displaces none of another client', async () => {
      const { run, reads } = given();
      const planned = (n: number): Batch => ({
        ...batch,
        id: `batch_${n}`,
        updatedAtMs: createdMs + n,
      });
      await put(
        schedule('sched_1'),
        { ...batch, id: 'batch_of_another', client: 'c_2' },
        ...Array.from({ length: 1_001 }, (_, index) => planned(index)),
      );

      await run('prune', (tx) => tx.prune(createdMs + 10_000));

      expect([
        await reads.primitives.primitive('batch_0'),
        await reads.primitives.primitive('batch_1'),
      ]).to.deep.equal([null, planned(1)]);
      expect((await reads.primitives.primitive('batch_of_another'))?.id).to.equal(
        'batch_of_another',
      );
      expect((await reads.primitives.primitive('sched_1'))?.id).to.equal('sched_1');
    });
  });
}

const createdMs = 1_763_600_000_000;
const dueMs = 1_763_600_060_000;

const token = { chain: base, address: usdc as string, symbol: 'USDC', decimals: 6, asset: 'USD' };
const terms: PrimitiveTerms = {
  quote: {
    lane: { from: base, to: optimism },
    from: token,
    to: { ...token, chain: optimism },
    amount: asAmount(2n ** 255n),
    payer,
    recipient: payer,
    slippage: 5_000 as PrimitiveTerms['quote']['slippage'],
  },
  excludeRails: ['lifi'],
};
const facts = {
  version: 0,
  live: true,
  isOperators: false,
  client: 'c_1',
  warnings: ['simulated'],
  createdAtMs: createdMs,
  updatedAtMs: createdMs,
};

const batch: Batch = {
  ...facts,
  id: 'batch_1',
  kind: 'batch',
  status: 'planned',
  legs: [
    {
      terms,
      outcome: {
        kind: 'priced',
        rail: 'floatlane',
        bridge: 'floatlane',
        output: asUnits(24_980_000n),
        minOutput: asUnits(24_980_000n),
        fee: asUnits(20_000n),
        etaSec: 3,
      },
    },
    { terms, outcome: { kind: 'refused', code: 'NO_ROUTE', reason: 'none serves it' } },
  ],
};

const conditional: Conditional = {
  ...facts,
  id: 'cond_1',
  kind: 'conditional',
  status: 'armed',
  terms,
  nextRunAtMs: dueMs,
  fence: 0,
  runs: [],
  reason: null,
  when: {
    type: 'priceAbove',
    asset: 'ETH',
    value: '3000.5',
    token: { chain: evmChain(1), address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' },
    microUsd: 3_000_500_000n,
  },
  sample: { microUsd: 3_000_600_000n, asOfMs: createdMs },
};

export function schedule(id: string, change: Partial<Schedule> = {}): Schedule {
  return {
    ...facts,
    id,
    kind: 'schedule',
    status: 'active',
    terms,
    nextRunAtMs: dueMs,
    fence: 0,
    reason: null,
    grid: { startAtMs: dueMs, everyMs: 10_000, count: null },
    ticks: 0,
    refused: 0,
    runs: [
      {
        tick: 0,
        dueAtMs: dueMs,
        atMs: dueMs + 3,
        isSimulated: true,
        outcome: { kind: 'started', routeId: 'rt_1', rail: 'stock' },
      },
    ],
    ...change,
  };
}
