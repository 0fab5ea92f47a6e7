import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { type DepositWorld, depositWorld, minuteMs, recipient } from './deposit-world.ts';

// 100,000 units at 8 bps are paid out as 99,920.
describe('a thief who pays only if the market favours it', () => {
  let world: DepositWorld;
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('does not keep the price with a little that is replaced by much once the market has fallen', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'dust', 330n);
    await world.look(id);
    world.clock.pass(20 * minuteMs);
    world.market.ppm = 980_000n;
    world.deposits.replace('dust', 'all', 250_000n);
    world.deposits.mine('all', 2);

    expect(await world.look(id, 4)).to.include({
      stage: 'REFUNDED',
      recipient: 0n,
      refunded: 250_000n,
    });
  });

  it('keeps the price for a payment that no block includes for an hour after the lock if the market stood still, and not a moment longer', async () => {
    world = await depositWorld();
    const [kept, lost] = [await world.waiting(), await world.waiting()];
    world.deposits.pay(kept.address, 'a', 100_000n);
    world.deposits.pay(lost.address, 'b', 100_000n);
    await world.look(kept.id);
    await world.look(lost.id);
    world.clock.pass(74 * minuteMs);
    world.deposits.mine('a', 2);
    expect(await world.look(kept.id, 3)).to.include({ status: 'DONE', recipient: 99_920n });
    world.market.ppm = 980_000n;
    expect(await world.look(lost.id)).to.include({ stage: 'CONFIRMING' });
    world.clock.pass(minuteMs + 1);
    await world.look(lost.id);
    expect(await reservedFor(lost.id)).to.equal(0);
    world.deposits.mine('b', 2);

    expect(await world.look(lost.id, 4)).to.include({ stage: 'REFUNDED', recipient: 99_920n });
  });

  it('has no choice for an hour: mined after the lock, it has the locked price only while the market is within 60 bps of it', async () => {
    world = await depositWorld();
    const [within, below, tooFar, inTime] = [
      await world.waiting(),
      await world.waiting(100_000n, 'b'),
      await world.waiting(100_000n, 'c'),
      await world.waiting(100_000n, 'd'),
    ];
    for (const { id, address } of [within, below, tooFar, inTime]) {
      world.deposits.pay(address, id, 100_000n);
      await world.look(id);
    }
    world.deposits.mine(inTime.id, 1);
    await world.look(inTime.id);
    world.clock.pass(16 * minuteMs);
    // 60 bps below 99,920 is 99,320.48; at this price it is 99,321.
    world.market.ppm = 994_006n;
    world.deposits.mine(within.id, 1);
    await world.look(within.id);
    // Now it is 99,320, and an output of 99,420 was agreed at least: half a percent below 99,920.
    world.market.ppm = 993_996n;
    world.deposits.mine(below.id, 1);
    await world.look(below.id);
    world.market.ppm = 980_000n;
    for (const { id } of [within, inTime]) world.deposits.mine(id, 2);
    const kept = [await world.look(within.id, 3), await world.look(inTime.id, 3)];
    world.deposits.mine(tooFar.id, 2);

    expect(kept.map(({ status, recipient }) => [status, recipient])).to.deep.equal([
      ['DONE', 99_920n],
      ['DONE', 199_840n],
    ]);
    expect(await world.look(tooFar.id, 4)).to.include({ stage: 'REFUNDED', recipient: 199_840n });
    world.deposits.mine(below.id, 2);
    expect(await world.look(below.id, 4)).to.include({ stage: 'REFUNDED', recipient: 199_840n });
  });

  it('does not hold the choice open by a further payment that stays in no block', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.pay(address, 'dust', 330n);
    await world.look(id);
    world.clock.pass(16 * minuteMs);
    world.market.ppm = 980_000n;
    world.deposits.mine('a', 2);

    expect(await world.look(id, 4)).to.include({ recipient: 0n });
  });

  it('pays what the gas of its payout costs when that rose by more than a tenth of the fee', async () => {
    world = await depositWorld({ float: 10_000_000n });
    // Of each 100,000 the charge is 80.
    const ends = [];
    for (const dearer of [8n, 9n, 499n]) {
      world.market.dearer = 0n;
      const { id, address } = await world.waiting();
      world.deposits.pay(address, `paid at ${dearer}`, 100_000n);
      await world.look(id);
      world.market.dearer = dearer;
      world.deposits.mine(`paid at ${dearer}`, 2);
      const before = world.chains[1].balance(recipient);
      await world.look(id, 4);
      ends.push(world.chains[1].balance(recipient) - before);
    }

    expect(ends).to.deep.equal([99_920n, 99_911n, 99_421n]);
  });

  it('gets it back if that leaves less than the agreed minimum, or nothing at all', async () => {
    world = await depositWorld({ float: 10_000_000n });
    const shown = [];
    for (const [dearer, isTooDear] of [
      [501n, false],
      [0n, true],
    ] as const) {
      world.market.isTooDear = false;
      world.market.dearer = 0n;
      const { id, address } = await world.waiting();
      world.deposits.pay(address, id, 100_000n);
      await world.look(id);
      Object.assign(world.market, { dearer, isTooDear });
      world.deposits.mine(id, 2);
      shown.push(await world.look(id, 4));
    }

    expect(shown).to.deep.equal([
      { status: 'FAILED', stage: 'REFUNDED', recipient: 0n, refunded: 100_000n },
      { status: 'FAILED', stage: 'REFUNDED', recipient: 0n, refunded: 200_000n },
    ]);
  });

  it('is paid what was agreed if the rail has no price when the deposit is deep', async () => {
    world = await depositWorld();
    const ends = [];
    for (const code of ['RAIL_DOWN', 'NO_ROUTE'] as const) {
      world.market.down = null;
      const { id, address } = await world.waiting();
      world.deposits.pay(address, code, 100_000n);
      await world.look(id);
      world.market.down = code;
      world.deposits.mine(code, 2);
      ends.push(await world.look(id, 4));
    }

    expect(ends.map(({ status, recipient }) => [status, recipient])).to.deep.equal([
      ['DONE', 99_920n],
      ['DONE', 199_840n],
    ]);
  });

  it('is waited for after its lock while the rail has no price, and keeps its own', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    await world.look(id);
    world.clock.pass(16 * minuteMs);
    world.market.down = 'NO_ROUTE';
    world.deposits.mine('a', 2);
    expect(await world.look(id, 2)).to.include({ stage: 'CONFIRMING' });
    world.clock.pass(5 * minuteMs);
    expect(await world.look(id, 2)).to.include({ stage: 'CONFIRMING' });
    world.market.down = null;

    expect(await world.look(id, 4)).to.include({ status: 'DONE', recipient: 99_920n });
  });

  it('is judged after its lock by the float that was free for it, its own part included', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting(240_000n);
    world.deposits.pay(address, 'a', 240_000n);
    await world.look(id);
    world.clock.pass(16 * minuteMs);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 4)).to.include({ status: 'DONE', recipient: 239_808n });
  });

  it('does not get the price back by a payment that was dropped and is sent again', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    await world.look(id);
    world.deposits.drop('a');
    await world.look(id);
    world.clock.pass(76 * minuteMs);
    world.market.ppm = 980_000n;
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 4)).to.include({ stage: 'REFUNDED', recipient: 0n });
  });

  it('gets the price of the first block after the lock, not the best one while it waited for that', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.clock.pass(16 * minuteMs);
    world.market.ppm = 1_030_000n;
    world.deposits.pay(address, 'a', 100_000n);
    expect(await world.look(id)).to.include({ stage: 'AWAITING_DEPOSIT' });
    world.market.ppm = 1_000_000n;
    world.deposits.mine('a', 1);
    expect(await world.look(id)).to.include({ stage: 'CONFIRMING' });
    world.market.ppm = 1_010_000n;
    world.deposits.mine('a', 2);

    expect(await world.look(id, 3)).to.include({ status: 'DONE', recipient: 99_920n });
  });

  it('cannot add to what it locked once the market has fallen by more than 30 bps', async () => {
    world = await depositWorld();
    const [first, second] = [await world.waiting(), await world.waiting()];
    // 30 bps below 99,920 is 99,620.24; at this price it is 99,621.
    world.market.ppm = 997_010n;
    world.deposits.pay(first.address, 'a', 150_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(first.id, 4)).to.include({ status: 'DONE', recipient: 149_880n });
    world.market.ppm = 997_003n;
    world.deposits.pay(second.address, 'b', 150_000n);
    world.deposits.mine('b', 2);

    expect(await world.look(second.id, 4)).to.include({
      status: 'DONE',
      recipient: 249_800n,
      refunded: 50_000n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('gets no more addresses by paying a little at each, even if those payments are replaced', async () => {
    world = await depositWorld();
    const codes = [];
    for (let asked = 0; asked < 4; asked += 1) {
      const refusal = await world.waiting(1_000n).then(
        async ({ id, address }) => {
          world.deposits.pay(address, `dust ${asked}`, 1n);
          await world.look(id);
          world.deposits.drop(`dust ${asked}`);
          await world.look(id);
          return null;
        },
        (error: unknown) => (error instanceof RelayError ? error.code : 'fault'),
      );
      codes.push(refusal);
    }

    expect(codes).to.deep.equal([null, null, null, 'TOO_MANY_RECORDS']);
  });

  it('gets no other locked price while a payment in a block lacks the cost of its small parts', async () => {
    world = await depositWorld({ lockedUsd: 20, float: 1_000_000_000n, partCost: 1_000n });
    // One dollar is 1,000,000 units, and the first client may have a quarter of them.
    const { id, address } = await world.waiting(5_000_000n);
    world.deposits.pay(address, 'nearly all', 4_999_000n);
    world.deposits.pay(address, 'counts for nothing', 1_000n);
    world.deposits.mine('nearly all', 2);
    world.deposits.mine('counts for nothing', 2);
    await world.look(id);
    const whileShort = await world.lockOf({ amount: 1_000n });
    world.deposits.pay(address, 'the rest', 2_000n);
    await world.look(id);
    const whileItMayBeTakenBack = await world.lockOf({ amount: 1_000n });
    world.deposits.mine('the rest', 2);
    await world.look(id);

    const onceMined = await world.lockOf({ amount: 5_000_000n, client: 'a client' });

    expect([whileShort, whileItMayBeTakenBack, onceMined]).to.deep.equal([false, false, true]);
  });

  const reservedFor = async (id: string): Promise<number> =>
    (await world.store.run('look', (tx) => tx.transactions.reservationsOf(id))).length;
});
