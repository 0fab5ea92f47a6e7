import { expect } from 'chai';
import { type FundingWorld, fundingWorld, startMs } from './funding-world.ts';

const wanted = 399_680n;
const payerAtStart = 1_000_000n;
/** The permit ends half an hour after the start. */
const lastMomentMs = startMs + 1_740_000;

describe('a store that was restored to when a transfer waited for our account', () => {
  let world: FundingWorld;
  beforeEach(async () => {
    world = await fundingWorld();
  });
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('gives back what was pulled for it and not paid out', async () => {
    const { id } = await pulled();
    await world.readLost();
    await world.look(id, 4);

    expect(await ended(id)).to.deep.equal(['FAILED', 'REFUNDED', 'REFUNDED']);
    expect(world.shown()).to.deep.equal({ payer: payerAtStart, recipient: 0n, isSpent: true });
    expect(await world.desk()).to.deep.equal([]);
    expect((await world.store.reads.transfers.waitingFundings('model')).all).to.equal(0);
  });

  it('does not report that nothing was pulled before it has read what it lost, even while it runs', async () => {
    const { id } = await pulled({ isRunning: true });
    await world.fund(1n);
    await world.look(id);
    world.clock.pass(15_000);
    await world.look(id);
    const held = await world.routeOf(id);
    await world.readLost();
    await world.look(id, 4);

    expect([held.status, held.stage]).to.deep.equal(['FUNDS_REQUIRED', 'QUARANTINED']);
    expect(world.shown().payer).to.equal(payerAtStart);
  });

  it('does not report it after its last moment has passed either', async () => {
    const { id } = await pulled({ isRunning: true });
    world.clock.placeAt(lastMomentMs + 1);
    await world.look(id, 2);

    expect((await world.routeOf(id)).stage).to.equal('QUARANTINED');
  });

  it('neither pays it again nor gives it back if it was delivered, and shows it to an operator', async () => {
    const { id } = await world.waiting();
    const backup = await world.backup();
    await world.fund(wanted);
    const done = await world.look(id, 4);
    await world.restore(backup);
    await world.readLost();
    await world.look(id, 4);

    expect(done.status).to.equal('DONE');
    expect((await world.routeOf(id)).stage).to.equal('QUARANTINED');
    expect(world.shown()).to.deep.equal({ payer: 900_000n, recipient: 99_920n, isSpent: true });
    expect(await world.desk()).to.include.members(['route', 'unmatched']);
  });

  /** The route whose pull was sent after the backup, and mined after it was restored. */
  async function pulled({ isRunning = false } = {}) {
    const route = await world.waiting();
    const backup = await world.backup();
    await world.fund(wanted);
    await world.runOnce(route.id);
    await world.restore(backup, { isRunning });
    return route;
  }

  async function ended(id: string) {
    const { status, stage, failure } = await world.routeOf(id);
    return [status, stage, failure?.code];
  }
});
