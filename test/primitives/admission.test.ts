import { evmAddress, evmChain, laneClient, RelayError } from '@interline/kernel';
import { anyone, operator, terms, TickingWorld } from './ticking-world.ts';
import { expect } from 'chai';

const { signal } = new AbortController();
const burn = {
  ...terms,
  quote: { ...terms.quote, recipient: evmAddress('0x000000000000000000000000000000000000dead') },
};
const home = {
  ...terms,
  quote: { ...terms.quote, lane: { from: evmChain(8453), to: evmChain(8453) } },
};

describe('a record that is asked for', () => {
  let world: TickingWorld;
  beforeEach(async () => {
    world = await new TickingWorld({ mostPerClient: 2, mostInAll: 3 }).open();
  });
  afterEach(async () => world.close());

  const schedule = (caller = anyone, asked = terms) =>
    world.createSchedule(
      { terms: asked, live: false, everyMs: 10_000, atMs: null, count: null },
      caller,
    );
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => (error instanceof RelayError ? error.code : String(error)),
    );

  it('is refused if no run could ever do it', async () => {
    const when = { type: 'timeAfter', value: 0, atMs: 0 } as const;

    expect(await codeOf(schedule(anyone, burn))).to.equal('BURN_ADDRESS_REFUSED');
    expect(await codeOf(schedule(anyone, home))).to.equal('UNROUTABLE_LANE');
    expect(
      await codeOf(world.createConditional({ terms: burn, live: false, when }, anyone, signal)),
    ).to.equal('BURN_ADDRESS_REFUSED');
  });

  it('finds room for so many of one client, and for so many in all, and again when one has ended', async () => {
    const [first] = [await schedule(), await schedule()];
    const third = await codeOf(schedule());
    const other = await codeOf(schedule(operator));
    const fourth = await codeOf(schedule({ client: 'c_2', isOperator: false }));
    await world.cancelRecord('schedule', first.id);

    expect([third, other, fourth, await codeOf(schedule())]).to.deep.equal([
      'TOO_MANY_RECORDS',
      'none',
      'TOO_MANY_RECORDS',
      'none',
    ]);
  });

  it('finds no room for a pass of the private lane beyond half of all, and some for everybody else', async () => {
    const ofPass = (pass: string) =>
      codeOf(schedule({ client: laneClient(pass), isOperator: false }));
    const inLane = [await ofPass('one'), await ofPass('two'), await ofPass('three')];

    expect(inLane).to.deep.equal(['none', 'none', 'TOO_MANY_RECORDS']);
    expect(await codeOf(schedule())).to.equal('none');
  });

  it("has an id of 128 random bits behind its kind's prefix", async () => {
    const ids = [
      (await schedule()).id,
      (
        await world.createConditional(
          { terms, live: false, when: { type: 'timeAfter', value: 0, atMs: 0 } },
          anyone,
          signal,
        )
      ).id,
      (await world.planBatch({ legs: [terms], live: false }, anyone, signal)).id,
    ];

    expect(ids.map((id) => id.replace(/[0-9a-f]{32}$/, '#'))).to.deep.equal([
      'sched_#',
      'cond_#',
      'batch_#',
    ]);
  });
});

describe('a batch', () => {
  let world: TickingWorld;
  beforeEach(async () => {
    world = await new TickingWorld({ isLive: true }).open();
  });
  afterEach(async () => world.close());

  it('is planned leg by leg and stored, and never runs', async () => {
    const batch = await world.planBatch({ legs: [terms, terms], live: true }, operator, signal);

    await world.settle();

    expect(batch.legs.map(({ outcome }) => outcome)).to.deep.equal(
      Array(2).fill({
        kind: 'priced',
        rail: 'stock',
        bridge: 'stock',
        output: 24_980_000n,
        minOutput: 24_980_000n,
        fee: 20_000n,
        etaSec: 3,
      }),
    );
    expect([batch.live, batch.warnings]).to.deep.equal([
      true,
      [
        'live: true is kept, but a batch is only planned and stored; send each leg to /api/route/execute to move it',
      ],
    ]);
    expect(await world.store.reads.primitives.primitive(batch.id)).to.deep.equal(batch);
    expect(world.executed.map(({ dryRun, live }) => [dryRun, live])).to.deep.equal([
      [true, true],
      [true, true],
    ]);
  });

  it('keeps the reason of a leg that cannot be settled now, whichever side is at fault', async () => {
    world.faults.push(
      new RelayError('NO_ROUTE', {}, 'none serves it'),
      new RelayError('RAIL_DOWN'),
    );

    const { legs, warnings } = await world.planBatch(
      { legs: [terms, terms, terms], live: false },
      anyone,
      signal,
    );

    expect(legs.map(({ outcome }) => outcome.kind)).to.deep.equal(['refused', 'refused', 'priced']);
    expect(warnings).to.deep.equal([
      'routes.0 cannot be settled now: NO_ROUTE',
      'routes.1 cannot be settled now: RAIL_DOWN',
    ]);
  });

  it('is refused while nothing can be recorded', async () => {
    world.faults.push(new RelayError('STORE_DOWN'));

    const code = await world.planBatch({ legs: [terms], live: false }, anyone, signal).then(
      () => 'none',
      (error: RelayError) => error.code,
    );

    expect(code).to.equal('STORE_DOWN');
  });
});
