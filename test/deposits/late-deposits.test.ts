import { expect } from 'chai';
import { modelOperator } from '../support/model/model-orders.ts';
import { dayMs, type DepositWorld, depositWorld, minuteMs, recipient } from './deposit-world.ts';

describe('a deposit that a block takes after its lock', () => {
  let world: DepositWorld;
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  /** Others are paid until 225,544 of the float are free beside what is reserved. */
  const payOthers = async (): Promise<void> => {
    for (const units of [220_000n, 170_000n, 125_000n, 95_000n, 75_000n]) {
      const { id, address } = await world.waiting(units, `pays ${units}`);
      world.deposits.pay(address, id, units);
      world.deposits.mine(id, 2);
      expect(await world.look(id, 3)).to.include({ status: 'DONE' });
    }
  };

  it('is delivered out of what was reserved for it, though a quarter of what others left is less', async () => {
    world = await depositWorld({ lockedUsd: 1_000_000 });
    const { id, address } = await world.waiting(90_000n);
    world.deposits.pay(address, 'late', 90_000n);
    await world.look(id);
    await payOthers();
    const before = world.chains[1].balance(recipient);
    world.clock.pass(16 * minuteMs);
    world.deposits.mine('late', 2);

    expect(await world.look(id, 4)).to.include({ status: 'DONE', recipient: before + 89_928n });
  });

  it('has the price of today, with the gas that rose, though others have the float', async () => {
    world = await depositWorld({ lockedUsd: 1_000_000 });
    const { id, address } = await world.waiting(90_000n);
    world.deposits.pay(address, 'late', 90_000n);
    await world.look(id);
    await payOthers();
    world.market.dearer = 5_000n;
    world.deposits.mine('late', 2);

    expect(await world.look(id, 4)).to.include({ stage: 'REFUNDED', refunded: 90_000n });
  });

  it('goes back at once if no float was reserved for it and none is left', async () => {
    world = await depositWorld({ lockedUsd: 1_000_000 });
    const { id, address } = await world.waiting(240_000n);
    const other = await world.waiting(185_000n, 'another');
    world.deposits.pay(other.address, 'other', 185_000n);
    world.deposits.mine('other', 2);
    await world.look(other.id, 4);
    world.deposits.pay(address, 'late', 240_000n);
    await world.look(id);
    world.clock.pass(16 * minuteMs);
    world.deposits.mine('late', 2);

    expect(await world.look(id, 4)).to.include({ stage: 'REFUNDED', refunded: 240_000n });
    expect((await world.routeOf(id)).failure).to.deep.equal({
      code: 'REFUNDED',
      reason: 'the float cannot serve the deposit now',
    });
  });

  it('goes back once it expires if its rail never has a price again', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'late', 100_000n);
    await world.look(id);
    world.clock.pass(16 * minuteMs);
    world.market.down = 'RAIL_DOWN';
    world.deposits.mine('late', 2);
    expect(await world.look(id, 3)).to.include({ stage: 'CONFIRMING' });
    world.clock.pass(dayMs);

    expect(await world.look(id, 4)).to.include({ stage: 'REFUNDED', refunded: 100_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('goes back on the order of an operator while its rail has no price, once a block has it', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'late', 100_000n);
    await world.look(id);
    world.clock.pass(62 * minuteMs);
    world.market.down = 'NO_ROUTE';
    const operator = modelOperator(world.money);
    const refund = () =>
      operator.order('refund', { id, to: null, isUndelivered: true, isDespiteEngine: false });
    const early = await refund();
    world.deposits.mine('late', 2);
    await world.look(id);
    const ordered = await refund();

    expect(early).to.match(/^WRONG_STATE: .*no block has anything of its deposit/);
    expect(ordered).to.equal('done');
    expect(await world.look(id, 4)).to.include({ stage: 'REFUNDED', refunded: 100_000n });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });
});
