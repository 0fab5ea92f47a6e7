import { expect } from 'chai';
import { type DepositWorld, depositWorld } from './deposit-world.ts';

describe("an operator's own coins of a chain that takes deposits", () => {
  let world: DepositWorld;
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('are in the float already: no address is issued, and the payout is sent at once', async () => {
    world = await depositWorld();
    const done = await world.execute({ mode: 'self' });
    if (done.kind !== 'route') throw new Error('nothing was accepted');

    expect(await world.look(done.route.id, 2)).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
      recipient: 99_920n,
      refunded: 0n,
    });
    expect(await world.issued()).to.have.length(0);
    expect(done.deposit).to.equal(undefined);
  });
});
