import { expect } from 'chai';
import { isRelayError } from '@interline/kernel';
import { type FundingWorld, fundingWorld, startMs } from './funding-world.ts';

/** 100,000 less 8 bps; four times that must be free. */
const output = 99_920n;
const wanted = 399_680n;
const payerAtStart = 1_000_000n;
/** The permit ends half an hour after the start. */
const lastMomentMs = startMs + 1_740_000;

const own = { mode: 'self', isOperator: true } as const;

describe('a transfer that our own account cannot pay out', () => {
  let world: FundingWorld;
  beforeEach(async () => {
    world = await fundingWorld();
  });
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('waits for funds with its permit unspent and nothing pulled or set aside', async () => {
    const { id, status, stage, plan } = await world.waiting();
    await world.look(id, 2);

    expect([status, stage]).to.deep.equal(['FUNDS_REQUIRED', 'FUNDS_REQUIRED']);
    expect(plan.steps).to.deep.equal([
      {
        kind: 'await-funds',
        chain: world.destination,
        address: world.float,
        units: wanted,
        ref: {},
      },
    ]);
    expect(world.shown()).to.deep.equal({ payer: payerAtStart, recipient: 0n, isSpent: false });
    expect(await world.reserved()).to.equal(0);
  });

  it('goes on under its id once the account holds enough, and not one unit before', async () => {
    const { id } = await world.waiting();
    await world.fund(wanted - 1n);
    const short = await world.look(id);
    await world.fund(1n);
    const done = await world.look(id, 4);

    expect(short.status).to.equal('FUNDS_REQUIRED');
    expect(short.plan.steps).to.deep.include.members([
      { kind: 'await-funds', chain: world.destination, address: world.float, units: 1n, ref: {} },
    ]);
    expect([done.id, done.status, done.delivered]).to.deep.equal([id, 'DONE', output]);
    expect(world.shown()).to.deep.equal({
      payer: payerAtStart - 100_000n,
      recipient: output,
      isSpent: true,
    });
    expect(await world.store.reads.transfers.funding(id)).to.equal(null);
  });

  it('goes on at its last moment', async () => {
    const { id } = await world.waiting();
    await world.fund(wanted);
    world.clock.placeAt(lastMomentMs);

    expect((await world.look(id, 4)).status).to.equal('DONE');
  });

  it('ends unpulled a millisecond later, and may be tried again', async () => {
    const { id } = await world.waiting();
    await world.fund(wanted);
    world.clock.placeAt(lastMomentMs + 1);
    const { status, stage, failure } = await world.look(id);

    expect([status, stage, failure?.code]).to.deep.equal([
      'FAILED',
      'NOT_PULLED',
      'INSUFFICIENT_FLOAT',
    ]);
    expect(world.shown()).to.deep.equal({ payer: payerAtStart, recipient: 0n, isSpent: false });
    expect(await world.store.reads.transfers.waitingFundings('model')).to.deep.equal({
      all: 0,
      ofClient: 0,
    });
  });

  it('waits an hour if it has no permit', async () => {
    world.clock.placeAt(startMs + 1_000);
    const { id, createdAtMs } = await world.waiting(own);
    await world.fund(wanted);
    world.clock.placeAt(createdAtMs + 3_600_000);

    expect((await world.look(id, 4)).status).to.equal('DONE');
  });

  it('waits no longer than that', async () => {
    const { id, createdAtMs } = await world.waiting(own);
    await world.fund(wanted);
    world.clock.placeAt(createdAtMs + 3_600_001);
    const { status, stage, failure } = await world.look(id);

    expect([status, stage]).to.deep.equal(['FAILED', 'NOT_PULLED']);
    expect(failure?.reason).to.include('could not be accepted');
  });

  it('is the same route for the same permit, and pulls once', async () => {
    const [first, second] = await Promise.all([world.waiting(), world.waiting()]);
    const third = await world.execute();
    await world.fund(wanted);
    await world.look(first.id, 4);

    expect([second.id, third.kind === 'route' && third.isRepeat]).to.deep.equal([first.id, true]);
    expect(world.shown().payer).to.equal(payerAtStart - 100_000n);
    expect(world.shown().recipient).to.equal(output);
  });

  it('is the same route for the same key', async () => {
    const idempotency = { key: 'a key', bodyHash: 'of the body' };
    const asked = { ...own, idempotency };

    expect((await world.waiting(asked)).id).to.equal((await world.waiting(asked)).id);
  });

  it('goes on after a restart', async () => {
    const { id } = await world.waiting();
    await world.restart();
    await world.fund(wanted);

    expect((await world.look(id, 4)).status).to.equal('DONE');
  });

  it('is judged again: two that wait take at most the money that is there', async () => {
    const { id } = await world.waiting();
    const other = await world.waiting({ payer: 1 });
    await world.fund(wanted);
    await world.look(id);
    const waits = await world.look(other.id);

    expect((await world.routeOf(id)).status).not.to.equal('FUNDS_REQUIRED');
    expect(waits.status).to.equal('FUNDS_REQUIRED');
    expect(world.shown(1).isSpent).to.equal(false);
  });

  it('stays unpulled while the service is paused, and goes on after', async () => {
    const { id } = await world.waiting();
    await world.fund(wanted);
    await world.pause(true);
    const held = await world.look(id);
    await world.pause(false);
    world.clock.pass(15_000);

    expect([held.status, world.shown().isSpent]).to.deep.equal(['FUNDS_REQUIRED', false]);
    expect((await world.look(id, 4)).status).to.equal('DONE');
  });

  it('waits at most ten times for one client', async () => {
    for (let payer = 0; payer < 10; payer += 1) await world.waiting({ payer });

    expect(await codeOf(world.execute({ payer: 10 }))).to.equal('TOO_MANY_RECORDS');
    expect((await world.waiting({ payer: 11, client: 'another' })).status).to.equal(
      'FUNDS_REQUIRED',
    );
  });

  it('is refused if the balance would do and a quarter of it does not', async () => {
    await world.fund(output);

    expect(await codeOf(world.execute())).to.equal('INSUFFICIENT_FLOAT');
  });

  for (const asked of [{ dryRun: true }, { live: false }])
    it(`is rehearsed as one that would wait, with ${JSON.stringify(asked)}, and nothing is stored`, async () => {
      const { kind, ...dry } = await world.execute(asked);

      expect(kind).to.equal('dry');
      expect(dry).to.have.property('rankedOffers').that.deep.equals([]);
      expect(dry).to.have.nested.property('refusals[0].code', 'INSUFFICIENT_FLOAT');
      expect(dry).to.have.nested.property('refusals[0].reason', 'not funded');
      expect(dry)
        .to.have.property('note')
        .that.includes('would wait with FUNDS_REQUIRED until our account on 42161 is funded');
      expect((await world.store.reads.transfers.counts()).routes).to.equal(0);
    });

  it('is rehearsed as a refusal if live would be one', async () => {
    world.clock.placeAt(lastMomentMs + 1);
    expect(await codeOf(world.execute({ dryRun: true }))).to.equal(
      await codeOf(world.execute({ payer: 1 })),
    );
    await world.fund(output);

    expect(await codeOf(world.execute({ mode: 'self', dryRun: true }))).to.equal(
      'INSUFFICIENT_FLOAT',
    );
  });
});

async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
  } catch (error) {
    if (isRelayError(error)) return error.code;
    throw error;
  }
  throw new Error('nothing was refused');
}
