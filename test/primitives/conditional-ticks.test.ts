import type { Condition, Conditional } from '@interline/core/primitives';
import { RelayError } from '@interline/kernel';
import { anyone, ether, operator, startMs, terms, TickingWorld } from './ticking-world.ts';
import { expect } from 'chai';

const above: Condition = {
  type: 'priceAbove',
  asset: 'ETH',
  value: '3000',
  token: ether,
  microUsd: 3_000_000_000n,
};

describe('a conditional on a price', () => {
  let world: TickingWorld;
  beforeEach(async () => {
    world = await new TickingWorld().open();
  });
  afterEach(async () => world.close());

  const signal = new AbortController().signal;
  const create = (when: Condition = above) =>
    world.createConditional({ terms, live: false, when }, anyone, signal);
  const read = ({ id }: Conditional) => world.readRecord('conditional', id);
  /** One look at that time, at a price observed then. */
  const look = async (ms: number, usd: bigint | null) => {
    world.nowMs = startMs + ms;
    world.price = usd === null ? null : { microUsd: usd * 1_000_000n, asOfMs: world.nowMs };
    return world.turn();
  };

  it('fires after two prices 10 s apart, once', async () => {
    const made = await create();

    await look(0, 3_001n);
    await look(9_999, 3_001n);
    const between = await read(made);
    await look(10_000, 3_001n);
    await look(60_000, 3_001n);

    expect(between).to.include({ status: 'armed' });
    expect(await read(made)).to.deep.include({
      status: 'fired',
      nextRunAtMs: null,
      reason: null,
      runs: [
        {
          tick: 0,
          dueAtMs: startMs + 10_000,
          atMs: startMs + 10_000,
          isSimulated: true,
          outcome: {
            kind: 'priced',
            rail: 'stock',
            bridge: 'stock',
            output: 24_980_000n,
            minOutput: 24_980_000n,
            fee: 20_000n,
            etaSec: 3,
          },
        },
      ],
    });
    expect(world.executed.length).to.equal(1);
  });

  it('is looked at every 10 s, not sooner', async () => {
    await create();

    const looks = [
      await look(0, 2_000n),
      await look(9_999, 2_000n),
      await look(10_000, 2_000n),
      await look(19_999, 2_000n),
      await look(20_000, 2_000n),
    ];

    expect(looks).to.deep.equal([1, 0, 1, 0, 1]);
  });

  it('does not fire on a price that is stale or disputed, or back between the two', async () => {
    for (const second of [null, 3_000n, 2_999n]) {
      const made = await create();
      await look(0, 3_001n);
      await look(10_000, second);
      await look(20_000, 3_001n);
      expect(await read(made), `${second}`).to.deep.include({
        status: 'armed',
        sample: { microUsd: 3_001_000_000n, asOfMs: startMs + 20_000 },
      });
      await look(30_000, 3_001n);
      expect(await read(made), `${second}`).to.include({ status: 'fired' });
      world.nowMs = startMs;
    }
  });

  it('does not take one observation for two', async () => {
    const made = await create();
    world.price = { microUsd: 3_001_000_000n, asOfMs: startMs };

    for (const ms of [0, 10_000, 20_000, 30_000]) {
      world.nowMs = startMs + ms;
      await world.turn();
    }

    expect(await read(made)).to.include({ status: 'armed' });
  });

  it('keeps its first price over a restart, and only for a minute', async () => {
    const [soon, late] = [
      await create(),
      await create({ ...above, value: '3001', microUsd: 3_001_000_000n }),
    ];
    await look(0, 3_001n);
    await world.restart();

    await look(60_000, 3_001n);
    const fired = await read(soon);
    await look(70_000, 3_002n);
    await look(130_001, 3_002n);

    expect(fired).to.include({ status: 'fired' });
    expect(await read(late)).to.deep.include({
      status: 'armed',
      sample: { microUsd: 3_002_000_000n, asOfMs: startMs + 130_001 },
    });
  });

  it('is looked at again soon after the clock was set back by an hour, and needs two prices of the new time', async () => {
    const made = await create();
    await look(0, 3_001n);

    const looks = [await look(-3_600_000, 3_001n), await look(-3_590_001, 3_001n)];
    const between = await read(made);
    await look(-3_590_000, 3_001n);

    expect([looks, between.status]).to.deep.equal([[1, 0], 'armed']);
    expect(await read(made)).to.include({ status: 'fired' });
  });

  it('has fired once its route was started, though the worker died before it noted that and the price went back', async () => {
    world.policy = { ...world.policy, isLive: true };
    const made = await world.createConditional(
      { terms, live: true, when: above },
      operator,
      signal,
    );
    await look(0, 3_001n);
    world.isNextAnswerLost = true;
    await look(10_000, 3_001n);
    const before = await read(made);

    await look(15_000, 2_999n);

    expect([before.status, before.runs]).to.deep.equal(['armed', []]);
    const { status, runs } = await read(made);
    expect([status, runs.map(({ outcome }) => outcome), world.executed.length]).to.deep.equal([
      'fired',
      [{ kind: 'started', routeId: 'rt_0', rail: 'stock' }],
      1,
    ]);
  });

  it('fires below a value as well', async () => {
    const made = await create({ ...above, type: 'priceBelow' });

    await look(0, 3_000n);
    await look(10_000, 2_999n);
    await look(20_000, 2_999n);

    expect(await read(made)).to.include({ status: 'fired' });
  });

  it('warns when there is no price to wait for', async () => {
    const blind = await create();
    world.price = { microUsd: 1n, asOfMs: startMs };
    const seeing = await create();

    expect([blind.warnings, seeing.warnings]).to.deep.equal([
      [
        'there is no fresh, undisputed price of ETH now; the condition cannot come true before there is one',
      ],
      [],
    ]);
  });
});

describe('a conditional on a time', () => {
  let world: TickingWorld;
  afterEach(async () => world.close());

  const signal = new AbortController().signal;
  const open = async (isLive = false) => {
    world = await new TickingWorld({ isLive }).open();
  };
  const create = (ms: number, live = false) =>
    world.createConditional(
      { terms, live, when: { type: 'timeAfter', value: startMs + ms, atMs: startMs + ms } },
      operator,
      signal,
    );

  it('fires at its time and not a millisecond sooner, at once if it is past', async () => {
    await open();
    const [later, past] = [await create(5_000), await create(-5_000)];

    await world.settle();
    world.nowMs = startMs + 4_999;
    await world.settle();
    const before = await world.readRecord('conditional', later.id);
    world.nowMs = startMs + 5_000;
    await world.settle();

    expect(before).to.include({ status: 'armed' });
    expect(await world.readRecord('conditional', later.id)).to.include({ status: 'fired' });
    expect(await world.readRecord('conditional', past.id)).to.include({ status: 'fired' });
    expect(world.executed.length).to.equal(2);
  });

  it('starts one route even if its worker dies before it can record it', async () => {
    await open(true);
    const { id } = await create(0, true);
    world.meanwhile = async () => {
      world.nowMs = startMs + 30_000;
      await world.turn();
    };

    await world.turn();

    expect(await world.readRecord('conditional', id)).to.include({ status: 'fired' });
    expect([world.executed.length, [...world.routes]]).to.deep.equal([
      2,
      [[`run:${id}:0`, 'rt_0']],
    ]);
  });

  it('fails when its run is refused', async () => {
    await open();
    const { id } = await create(0);
    world.faults.push(new RelayError('NO_ROUTE', {}, 'none serves it'));

    await world.turn();

    expect(await world.readRecord('conditional', id)).to.include({
      status: 'failed',
      reason: 'the condition came true, and its run was refused',
      nextRunAtMs: null,
    });
  });

  it('can be cancelled while it is armed, but not after it has fired', async () => {
    await open();
    const [armed, fired] = [await create(60_000), await create(0)];
    await world.settle();

    const cancelled = await world.cancelRecord('conditional', armed.id);
    const refused = await world.cancelRecord('conditional', fired.id).then(
      () => 'none',
      (error: RelayError) => error.code,
    );
    world.nowMs = startMs + 60_000;
    await world.settle();

    expect([cancelled.status, refused, world.executed.length]).to.deep.equal([
      'cancelled',
      'ALREADY_ENDED',
      1,
    ]);
  });
});
