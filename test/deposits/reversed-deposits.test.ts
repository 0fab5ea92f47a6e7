import { expect } from 'chai';
import {
  dayMs,
  type DepositWorld,
  depositWorld,
  recipient,
  refundAddress,
} from './deposit-world.ts';

// 100,000 units at 8 bps are paid out as 99,920; of 300,000 the float serves 250,201.
describe('a deposit that its payer takes back for good', () => {
  let world: DepositWorld;
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('after its refund is mined is a loss of the refund, and none once it is back', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    await goesBack(id, address);
    expect(await world.shown(id)).to.include({ stage: 'REFUNDED', refunded: 99_999n });
    world.deposits.drop('a');
    await world.look(id, 2);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 99_999n });
    expect((await world.depositOf(id)).isLost).to.equal(true);
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2, 502);

    expect(await world.look(id, 3)).to.include({ refunded: 99_999n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.depositOf(id)).isLost).to.equal(false);
  });

  it('while its refund waits for an address is not sent back once there is one, until it is there again', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    await goesBack(id, address);
    expect(await world.shown(id)).to.include({ stage: 'REFUND_HELD', refunded: 0n });
    world.deposits.drop('a');
    await world.nameRefund(id, refundClaim, refundAddress);
    expect(await world.look(id, 4)).to.include({ stage: 'DEPOSIT_EXPIRED', refunded: 0n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.depositOf(id)).isLost).to.equal(false);
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 1, 502);
    expect(await world.look(id, 3)).to.include({ refunded: 0n });
    world.deposits.mine('a', 2, 502);

    expect(await world.look(id, 3)).to.include({ refunded: 99_999n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('after its delivery and the refund of its rest is a loss of both', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 49_799n });
    world.deposits.drop('a');
    await world.look(id, 2);

    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 300_000n });
    expect((await world.depositOf(id)).isLost).to.equal(true);
  });

  it('after its delivery costs no rest that waits, which goes back if the deposit is there again', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 0n });
    world.deposits.drop('a');
    await world.nameRefund(id, refundClaim, refundAddress);
    expect(await world.look(id, 4)).to.include({ refunded: 0n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 250_201n });
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2, 502);

    expect(await world.look(id, 4)).to.include({ recipient: 250_000n, refunded: 49_799n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.depositOf(id)).isLost).to.equal(false);
  });

  it('with its payout is a loss of the rest that went back before, and none once it is back', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 49_799n });
    world.chains[1].refused.add(recipient);
    world.chains[1].reorg(8, 0, true);
    world.deposits.drop('a');
    expect(await world.look(id, 8)).to.include({ stage: 'REFUNDED', recipient: 0n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 49_799n });
    expect((await world.depositOf(id)).isLost).to.equal(true);
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2, 502);

    expect(await world.look(id, 4)).to.include({ recipient: 0n, refunded: 300_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.depositOf(id)).isLost).to.equal(false);
  });

  it('in part is a loss of that part, and of less as soon as a part of that is back', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    for (const [tx, units] of [
      ['a', 60_000n],
      ['b', 30_000n],
      ['c', 10_000n],
    ] as const) {
      world.deposits.pay(address, tx, units);
      world.deposits.mine(tx, 2);
    }
    expect(await world.look(id, 3)).to.include({ status: 'DONE', recipient: 99_920n });
    world.deposits.drop('b');
    await world.look(id, 2);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 30_000n });
    world.deposits.drop('c');
    await world.look(id, 2);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 40_000n });
    world.deposits.pay(address, 'b', 30_000n);
    world.deposits.mine('b', 2, 502);
    await world.look(id, 2);

    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 10_000n });
    expect((await world.depositOf(id)).isLost).to.equal(true);
  });

  it('in part while a payout that was given up goes back costs us nothing', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.deposits.pay(address, 'a', 200_000n);
    world.deposits.pay(address, 'b', 100_000n);
    world.chains[1].refused.add(recipient);
    world.deposits.mine('a', 2);
    world.deposits.mine('b', 2);
    expect(await world.look(id, 5)).to.include({ stage: 'REFUND_HELD', refunded: 0n });
    world.deposits.drop('b');
    await world.nameRefund(id, refundClaim, refundAddress);

    expect(await world.look(id, 5)).to.include({ stage: 'REFUNDED', refunded: 200_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('is not asked twice for a rest that went back before a reorg took the payout for good', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 49_799n });
    world.chains[1].refused.add(recipient);
    world.chains[1].reorg(8, 0, true);
    expect(await world.look(id, 8)).to.include({ stage: 'REFUNDED', refunded: 300_000n });
    world.deposits.pay(address, 'late', 7_000n);
    world.deposits.mine('late', 2, 600);

    expect(await world.look(id, 4)).to.include({ recipient: 0n, refunded: 307_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  for (const { units, refunded, losses } of [
    { units: 99_999n, refunded: 0n, losses: 1n },
    { units: 100_000n, refunded: 0n, losses: 0n },
    { units: 100_001n, refunded: 1n, losses: 0n },
  ])
    it(`after its delivery of 100,000 is made up by the ${units} that replace it`, async () => {
      world = await depositWorld();
      const { id } = await delivered(100_000n);
      world.deposits.replace('a', 'b', units);
      world.deposits.mine('b', 2, 502);

      expect(await world.look(id, 4)).to.deep.include({ status: 'DONE', refunded });
      expect(await world.books()).to.deep.equal({ owed: 0n, losses });
      expect((await world.depositOf(id)).isLost).to.equal(losses > 0n);
    });

  it('after its delivery is made up by any later payment, which goes back once the deposit is there again', async () => {
    world = await depositWorld();
    const { id, address } = await delivered(100_000n);
    world.deposits.drop('a');
    await world.look(id, 2);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 100_000n });
    world.deposits.pay(address, 'b', 100_000n);
    world.deposits.mine('b', 2, 502);
    expect(await world.look(id, 4)).to.include({ refunded: 0n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2, 503);

    expect(await world.look(id, 4)).to.include({ refunded: 100_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('after its refund is covered by what replaces it, up to the amount of that', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    await goesBack(id, address);
    world.deposits.replace('a', 'b', 150_000n);
    world.deposits.mine('b', 2, 502);
    expect(await world.look(id, 4)).to.include({ stage: 'REFUNDED', refunded: 150_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2, 503);

    expect(await world.look(id, 4)).to.include({ refunded: 249_999n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('while its refund is on its way is made up by what replaces it, and its route ends', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2);
    await world.look(id);
    world.clock.pass(dayMs);
    await world.runOnly(id);
    world.deposits.replace('a', 'b', 99_999n);
    world.deposits.mine('b', 2, 502);

    expect(await world.look(id, 6)).to.include({ status: 'FAILED', refunded: 99_999n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('after its delivery is made up by a late part whose refund waits', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await delivered(100_000n);
    world.deposits.pay(address, 'late', 130_000n);
    world.deposits.mine('late', 2, 502);
    await world.look(id, 2);
    world.deposits.drop('a');
    await world.look(id, 2);
    await world.nameRefund(id, refundClaim, refundAddress);

    expect(await world.look(id, 4)).to.include({ refunded: 30_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  /** One unit too little, and the day is over. */
  async function goesBack(id: string, address: string): Promise<void> {
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2);
    await world.look(id);
    world.clock.pass(dayMs);
    await world.look(id, 4);
  }

  async function delivered(units: bigint) {
    const waiting = await world.waiting();
    world.deposits.pay(waiting.address, 'a', units);
    world.deposits.mine('a', 2);
    expect(await world.look(waiting.id, 4)).to.include({ status: 'DONE', refunded: 0n });
    return waiting;
  }
});
