import { evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import {
  dayMs,
  type DepositWorld,
  depositWorld,
  minuteMs,
  refundAddress,
  type WorldOptions,
} from './deposit-world.ts';

// 100,000 units at 8 bps are paid out as 99,920.
describe('a deposit of a store that was put back from a copy', () => {
  let world: DepositWorld;
  afterEach(() => world.close());

  it('is not sent back a second time where it came late, and waits for an operator', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 0n });
    const backup = await world.backUp();
    world.deposits.pay(address, 'late', 50_000n);
    world.deposits.mine('late', 2, 502);
    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 50_000n });
    await putBack(backup);
    await world.look(id, 2);
    await world.bringForward();

    expect(await world.look(id, 4)).to.include({ status: 'DONE', refunded: 50_000n });
    const [refund] = (await world.depositOf(id)).refunds;
    expect(refund).to.include({ state: 'held', units: 50_000n, fee: null });
    expect(refund?.reason).to.match(/^0x\w+ may have been this refund; an operator looks at it$/);
    expect(world.breaches).to.deep.equal([]);
  });

  it('is not sent back a second time to another address that its payer names then', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    const backup = await world.backUp();
    await world.nameRefund(id, refundClaim, refundAddress);
    await goesBack(id, address);
    await putBack(backup);
    await world.bringForward();
    const other = evmAddress(`0xee${'0'.repeat(38)}`);
    await world.nameRefund(id, refundClaim, other);

    expect(await world.look(id, 4)).to.include({ refunded: 99_999n });
    expect(world.chains[0].balance(other)).to.equal(0n);
    expect((await world.depositOf(id)).refunds).to.have.length(1);
  });

  it('is not sent back a second time in the parts that fees have made of it', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    const backup = await world.backUp();
    await world.nameRefund(id, refundClaim, refundAddress);
    world.deposits.pay(address, 'small', 330n);
    world.deposits.mine('small', 2);
    world.deposits.pay(address, 'a', 99_000n);
    world.deposits.mine('a', 2);
    await world.look(id);
    world.clock.pass(dayMs);
    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 99_330n });
    await putBack(backup);
    await world.bringForward();
    world.market.coinCost = 400n;
    const other = evmAddress(`0xee${'0'.repeat(38)}`);
    await world.nameRefund(id, refundClaim, other);

    await world.look(id, 4);
    expect(world.chains[0].balance(other)).to.equal(0n);
    expect((await world.depositOf(id)).refunds.map(({ units }) => units)).to.deep.equal([
      99_000n,
      330n,
    ]);
  });

  it('is sent back once an operator has found that the payment was another', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    const backup = await world.backUp();
    await goesBack(id, address);
    await putBack(backup);
    await world.bringForward();
    await world.look(id, 4);
    const [found] = await world.store.reads.transactions.unmatchedTransactions();
    await world.store.run('close', (tx) =>
      tx.transactions.closeUnmatched(found?.id ?? '', {
        as: 'explained',
        by: 'an operator',
        atMs: 0,
        evidence: null,
      }),
    );
    await world.bringForward();

    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 199_998n });
  });

  it('neither goes back again nor is delivered where all of it went back', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    const backup = await world.backUp();
    await goesBack(id, address);
    await putBack(backup);
    world.deposits.pay(address, 'b', 1n);
    world.deposits.mine('b', 2, 502);
    await world.look(id, 2);
    await world.bringForward();

    expect(await world.look(id, 4)).to.include({
      stage: 'QUARANTINED',
      recipient: 0n,
      refunded: 99_999n,
    });
    expect(world.breaches).to.deep.equal([]);
  });

  for (const { float, what } of [
    { float: 1_000_000n, what: 'its price has fallen' },
    { float: 400_000n, what: 'the float has nothing left for it' },
  ])
    it(`does not go back where it was delivered and ${what} since`, async () => {
      world = await depositWorld({ float });
      const { id, address } = await world.waiting();
      const backup = await world.backUp();
      world.deposits.pay(address, 'a', 100_000n);
      world.deposits.mine('a', 2);
      expect(await world.look(id, 4)).to.include({ status: 'DONE', recipient: 99_920n });
      await putBack(backup);
      if (float === 1_000_000n) world.clock.pass(30 * minuteMs);
      if (float === 1_000_000n) world.market.ppm = 900_000n;
      await world.look(id, 2);
      await world.bringForward();

      expect(await world.look(id, 4)).to.include({
        status: 'DONE',
        recipient: 99_920n,
        refunded: 0n,
      });
      expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    });

  /** One unit too little, and the day is over. */
  async function goesBack(id: string, address: string): Promise<void> {
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2);
    await world.look(id);
    world.clock.pass(dayMs);
    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 99_999n });
  }

  async function putBack(backup: NonNullable<WorldOptions['backup']>): Promise<void> {
    await world.close();
    world = await depositWorld({ backup });
  }
});
