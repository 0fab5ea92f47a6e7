import type { Schedule } from '@interline/core/primitives';
import { RelayError } from '@interline/kernel';
import { anyone, startMs, terms, TickingWorld } from './ticking-world.ts';
import { expect } from 'chai';

const priced = {
  kind: 'priced',
  rail: 'stock',
  bridge: 'stock',
  output: 24_980_000n,
  minOutput: 24_980_000n,
  fee: 20_000n,
  etaSec: 3,
};

describe('a schedule', () => {
  let world: TickingWorld;
  beforeEach(async () => {
    world = await new TickingWorld().open();
  });
  afterEach(async () => world.close());

  const create = (change: Partial<Parameters<TickingWorld['createSchedule']>[0]> = {}) =>
    world.createSchedule(
      { terms, live: false, everyMs: 10_000, atMs: null, count: 3, ...change },
      anyone,
    );
  const read = ({ id }: Schedule) => world.readRecord('schedule', id);
  const dueTimes = async (schedule: Schedule) =>
    (await read(schedule)).runs.map(({ dueAtMs }) => dueAtMs - startMs);

  it('rehearses each tick at its time, and is completed after the last', async () => {
    const made = await create();

    await world.settle();
    world.nowMs = startMs + 9_999;
    await world.settle();
    const between = await read(made);
    for (const ms of [10_000, 20_250, 30_000]) {
      world.nowMs = startMs + ms;
      await world.settle();
    }

    expect(between).to.include({ status: 'active', ticks: 1, nextRunAtMs: startMs + 10_000 });
    expect(await read(made)).to.deep.equal({
      ...made,
      status: 'completed',
      ticks: 3,
      fence: 3,
      version: 6,
      nextRunAtMs: null,
      updatedAtMs: startMs + 20_250,
      runs: [
        { tick: 0, dueAtMs: startMs, atMs: startMs, isSimulated: true, outcome: priced },
        {
          tick: 1,
          dueAtMs: startMs + 10_000,
          atMs: startMs + 10_000,
          isSimulated: true,
          outcome: priced,
        },
        {
          tick: 2,
          dueAtMs: startMs + 20_000,
          atMs: startMs + 20_250,
          isSimulated: true,
          outcome: priced,
        },
      ],
    });
    expect(
      world.executed.map(({ mode, dryRun, live, isOperator }) => [mode, dryRun, live, isOperator]),
    ).to.deep.equal(Array(3).fill(['self', true, null, false]));
  });

  it('runs once at its time if nothing repeats it, and at once if that is past', async () => {
    const later = await create({ everyMs: null, count: null, atMs: startMs + 5_000 });
    const past = await create({ everyMs: null, count: null, atMs: startMs - 1 });

    await world.settle();
    const early = [await read(later), await read(past)].map(({ status, runs }) => [
      status,
      runs.length,
    ]);
    world.nowMs = startMs + 5_000;
    await world.settle();

    expect(early).to.deep.equal([
      ['active', 0],
      ['completed', 1],
    ]);
    expect(await read(later)).to.include({ status: 'completed', ticks: 1 });
    expect([later.warnings, past.warnings]).to.deep.equal([
      [],
      ['at lies in the past, so the schedule starts at once'],
    ]);
  });

  it('makes up for missed ticks after downtime, once each, in order, and goes on in its own grid', async () => {
    const made = await create({ count: null });
    await world.settle();

    world.nowMs = startMs + 43_000;
    await world.restart();
    await world.settle();
    world.nowMs = startMs + 50_000;
    await world.settle();

    expect(await dueTimes(made)).to.deep.equal([0, 10_000, 20_000, 30_000, 40_000, 50_000]);
    expect(await read(made)).to.include({ status: 'active', nextRunAtMs: startMs + 60_000 });
  });

  it('neither skips nor doubles when the clock is set forward and back again', async () => {
    const made = await create({ count: 8 });
    const seen: number[][] = [];

    for (const ms of [0, 30_000, 5_000, 25_000, 39_999, 40_000, -3_600_000, 70_000]) {
      world.nowMs = startMs + ms;
      await world.settle();
      seen.push(await dueTimes(made));
    }

    const upTo30 = [0, 10_000, 20_000, 30_000];
    expect(seen).to.deep.equal([
      [0],
      upTo30,
      upTo30,
      upTo30,
      upTo30,
      [...upTo30, 40_000],
      [...upTo30, 40_000],
      [...upTo30, 40_000, 50_000, 60_000, 70_000],
    ]);
    expect(await read(made)).to.include({ status: 'completed', ticks: 8 });
  });

  it('makes up for a thousand missed ticks, and fails if there are more', async () => {
    const more = await create({ count: null });
    world.nowMs = startMs + 10_000;
    const most = await create({ count: null });

    world.nowMs = startMs + 10_010_000;
    await world.turn();

    expect(await read(most)).to.include({ status: 'active', ticks: 1 });
    expect(await read(more)).to.include({
      status: 'failed',
      ticks: 0,
      nextRunAtMs: null,
      reason: '1001 runs were missed; at most 1000 are made up for',
    });
  });

  it('is carried on by another worker when one dies, after its lease, and the tick counts once', async () => {
    const made = await create();
    const [lost] = await world.claim();

    const idle = await world.turn();
    world.nowMs = startMs + 30_000;
    await world.turn();
    if (lost !== undefined) await world.run(lost);

    expect(idle).to.equal(0);
    expect(await dueTimes(made)).to.deep.equal([0]);
    expect(await read(made)).to.include({ ticks: 1, fence: 2 });
  });

  it('runs every tick once however many workers wake together', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create()));

    for (const ms of [0, 10_000, 20_000]) {
      world.nowMs = startMs + ms;
      await Promise.all([world.settle(), world.settle(), world.settle()]);
    }

    const runs = await Promise.all(
      made.map(async (one) => (await read(one)).runs.map(({ tick }) => tick)),
    );
    expect(runs).to.deep.equal(Array(20).fill([0, 1, 2]));
    expect(world.executed.length).to.equal(60);
  });

  it('tries a tick again 5 s after a fault of ours, and notes the third as refused', async () => {
    const made = await create({ count: 2 });
    world.faults.push(
      new RelayError('CHAIN_UNREACHABLE'),
      new Error('the engine broke'),
      new RelayError('RAIL_DOWN'),
    );

    const tries = [];
    for (const ms of [0, 4_999, 5_000, 10_000]) {
      world.nowMs = startMs + ms;
      await world.turn();
      tries.push(world.executed.length);
    }
    const [first] = (await read(made)).runs;
    await world.turn();

    expect(tries).to.deep.equal([1, 1, 2, 3]);
    expect(first?.outcome).to.deep.equal({
      kind: 'refused',
      code: 'RAIL_DOWN',
      reason: 'A rail is resting after repeated faults.',
    });
    expect(await read(made)).to.include({
      status: 'completed',
      ticks: 2,
      refused: 1,
      reason: null,
    });
  });

  it('waits through a pause, however long, and looks again every 30 s: its run is never refused by it', async () => {
    const made = await create({ count: 1 });
    world.faults.push(...Array.from({ length: 5 }, () => new RelayError('PAUSED')));

    const outcomes: number[] = [];
    for (let look = 0; look <= 5; look += 1) {
      await world.turn();
      world.nowMs += 29_999;
      expect(await world.claim()).to.deep.equal([]);
      world.nowMs += 1;
      outcomes.push((await read(made)).runs.length);
    }

    expect(outcomes).to.deep.equal([0, 0, 0, 0, 0, 1]);
    expect(await read(made)).to.include({ status: 'completed', ticks: 1, refused: 0 });
  });

  it('gives a tick back at once when the process is asked to stop', async () => {
    await create();
    world.faults.push(new RelayError('CHAIN_UNREACHABLE'));
    world.stop();
    await world.turn();

    const [again] = await world.claim();

    expect(again?.attempts).to.equal(2);
  });

  it('fails when every run was refused', async () => {
    const made = await create({ count: 2 });
    world.faults.push(
      new RelayError('NO_ROUTE', {}, 'none serves it'),
      new RelayError('INSUFFICIENT_FLOAT', {}, 'too low'),
    );

    await world.settle();
    world.nowMs = startMs + 10_000;
    await world.settle();

    const { status, reason, refused, runs } = await read(made);
    expect([status, reason, refused]).to.deep.equal(['failed', 'every run was refused', 2]);
    expect(runs.map(({ outcome }) => outcome.kind === 'refused' && outcome.code)).to.deep.equal([
      'NO_ROUTE',
      'INSUFFICIENT_FLOAT',
    ]);
  });

  it('keeps its newest hundred runs', async () => {
    const made = await create({ count: 101 });
    world.nowMs = startMs + 1_000_000;

    await world.settle(101);

    const { status, ticks, runs } = await read(made);
    expect([status, ticks, runs.length, runs[0]?.tick, runs.at(-1)?.tick]).to.deep.equal([
      'completed',
      101,
      100,
      1,
      100,
    ]);
  });

  it('is cancelled for good, twice with the same answer, but not after it is completed', async () => {
    const [made, done] = [
      await create(),
      await create({ everyMs: null, atMs: startMs, count: null }),
    ];
    await world.settle();

    const cancelled = [
      await world.cancelRecord('schedule', made.id),
      await world.cancelRecord('schedule', made.id),
    ];
    world.nowMs = startMs + 60_000;
    await world.settle();

    expect(cancelled.map(({ status }) => status)).to.deep.equal(['cancelled', 'cancelled']);
    expect(await read(made)).to.include({ status: 'cancelled', ticks: 1, nextRunAtMs: null });
    expect(await codeOf(world.cancelRecord('schedule', done.id))).to.equal('ALREADY_ENDED');
    expect(await codeOf(world.cancelRecord('conditional', made.id))).to.equal('UNKNOWN_RECORD');
    expect(await codeOf(world.cancelRecord('schedule', 'sched_9'))).to.equal('UNKNOWN_RECORD');
  });

  it('stays cancelled when that happens during a run, which is still noted', async () => {
    const made = await create();
    world.meanwhile = async () => {
      await world.cancelRecord('schedule', made.id);
    };

    await world.turn();

    const { status, runs, nextRunAtMs } = await read(made);
    expect([status, runs.length, nextRunAtMs]).to.deep.equal(['cancelled', 1, null]);
  });
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof RelayError ? error.code : String(error)),
  );
}
