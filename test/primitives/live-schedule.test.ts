import { RelayError } from '@interline/kernel';
import { anyone, operator, startMs, terms, TickingWorld } from './ticking-world.ts';
import { expect } from 'chai';

describe('a live schedule', () => {
  let world: TickingWorld;
  afterEach(async () => world.close());

  const open = async (isLive: boolean) => {
    world = await new TickingWorld({ isLive }).open();
  };
  const create = (live: boolean, caller = operator) =>
    world.createSchedule({ terms, live, everyMs: 10_000, atMs: null, count: 2 }, caller);

  it('is live only if record and watcher both are', async () => {
    const seen: unknown[] = [];
    for (const [watcher, record] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      await open(watcher);
      const { id } = await create(record);
      await world.turn();
      const [run] = (await world.readRecord('schedule', id)).runs;
      seen.push([watcher, record, run?.isSimulated, run?.outcome.kind]);
      if (!watcher || !record) await world.close();
    }

    expect(seen).to.deep.equal([
      [false, false, true, 'priced'],
      [false, true, true, 'priced'],
      [true, false, true, 'priced'],
      [true, true, false, 'started'],
    ]);
  });

  it("starts each tick's route once, even if its worker dies before it can record it", async () => {
    await open(true);
    const { id } = await create(true);
    world.meanwhile = async () => {
      // The process is gone for its lease, and the run it started stays in the store of routes.
      world.nowMs = startMs + 30_000;
      await world.turn();
    };

    await world.turn();

    const { ticks, runs } = await world.readRecord('schedule', id);
    expect([ticks, runs.map(({ outcome }) => outcome)]).to.deep.equal([
      1,
      [{ kind: 'started', routeId: 'rt_0', rail: 'stock' }],
    ]);
    expect([world.executed.length, [...world.routes]]).to.deep.equal([
      2,
      [[`run:${id}:0`, 'rt_0']],
    ]);
  });

  it("moves the operator's money only for the operator, and warns of that from the start", async () => {
    await open(true);
    const { id, warnings } = await create(true, anyone);
    const { warnings: own } = await create(true, operator);

    await world.turn();

    const [run] = (await world.readRecord('schedule', id)).runs;
    expect(run).to.deep.include({
      isSimulated: false,
      outcome: {
        kind: 'refused',
        code: 'OPERATOR_ONLY',
        reason:
          "This needs the operator's credential: it moves the operator's own funds, or frees refunds and hooks that are held up.",
      },
    });
    expect([warnings.length, own]).to.deep.equal([1, []]);
    expect(warnings[0]).to.contain('a permit signed for that run alone');
  });

  it('never records a run as refused whose route was started, however often the store kept silent', async () => {
    await open(true);
    const { id } = await create(true);
    world.faults.push(new RelayError('CHAIN_UNREACHABLE'), new RelayError('CHAIN_UNREACHABLE'));

    const seen = [];
    for (const ms of [0, 5_000, 10_000, 15_000]) {
      world.nowMs = startMs + ms;
      world.isNextAnswerLost = ms === 10_000;
      await world.turn();
      seen.push((await world.readRecord('schedule', id)).runs.map(({ outcome }) => outcome));
    }

    expect(seen).to.deep.equal([[], [], [], [{ kind: 'started', routeId: 'rt_0', rail: 'stock' }]]);
    expect(world.executed.length).to.equal(3);
  });

  it('notes the route it had started if the watcher that takes over is not live', async () => {
    await open(true);
    const { id } = await create(true);
    world.isNextAnswerLost = true;
    await world.turn();

    world.policy = { ...world.policy, isLive: false };
    world.nowMs = startMs + 5_000;
    await world.turn();

    const [run] = (await world.readRecord('schedule', id)).runs;
    expect(run).to.deep.include({
      isSimulated: false,
      outcome: { kind: 'started', routeId: 'rt_0', rail: 'stock' },
    });
  });

  it('ends with the credential it was made with: a replaced token takes the authority of its records along', async () => {
    await open(true);
    world.policy = { ...world.policy, operatorMarks: { operator: '11111111' } };
    const { id } = await create(true);
    await world.turn();

    world.policy = { ...world.policy, operatorMarks: { operator: '22222222' } };
    world.nowMs = startMs + 10_000;
    await world.turn();

    const { runs } = await world.readRecord('schedule', id);
    expect(
      runs.map(({ outcome }) => (outcome.kind === 'refused' ? outcome.code : outcome.kind)),
    ).to.deep.equal(['started', 'OPERATOR_ONLY']);
  });

  it('says when the deployment simulates anyway', async () => {
    await open(false);

    const { warnings } = await create(true, operator);

    expect(warnings).to.deep.equal([
      'live: true is kept, but this deployment simulates every run: its watcher is not started with PRIMITIVES_LIVE=1',
    ]);
  });
});
