import { evmAddress, RelayError } from '@interline/kernel';
import { closeUnmatched, giveOrder, type OperationStore } from '@interline/core/operations';
import { orderRefund, planRefund } from '@interline/core/transfer';
import { expect } from 'chai';
import {
  dayMs,
  type DepositWorld,
  depositWorld,
  minuteMs,
  refundAddress,
  type WorldOptions,
} from './deposit-world.ts';

/** Those of the deposit had gone into another payment before. */
const otherCoins = ['the spine:0'];
const elsewhere = evmAddress(`0xee${'0'.repeat(38)}`);
const ofOthers = evmAddress(`0xdd${'1'.repeat(38)}`);

// 100,000 units at 8 bps are paid out as 99,920.
describe('a deposit of a store that was put back from a copy', () => {
  let world: DepositWorld;
  afterEach(() => world.close());

  it('is not sent back a second time if it came late, and waits for an operator', async () => {
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
    world.market.spent = otherCoins;
    await world.bringForward();
    await world.nameRefund(id, refundClaim, elsewhere);

    expect(await world.look(id, 4)).to.include({ refunded: 99_999n });
    expect(world.chains[0].balance(elsewhere)).to.equal(0n);
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
    world.market.spent = otherCoins;
    await world.bringForward();
    world.market.coinCost = 400n;
    await world.nameRefund(id, refundClaim, elsewhere);

    await world.look(id, 4);
    expect(world.chains[0].balance(elsewhere)).to.equal(0n);
    expect((await world.depositOf(id)).refunds.map(({ units }) => units)).to.deep.equal([
      99_000n,
      330n,
    ]);
  });

  it('is not sent back a second time as a part of what went back, if the rest came later', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.deposits.pay(address, 'a', 50_000n);
    world.deposits.mine('a', 2);
    await world.look(id);
    const backup = await world.backUp();
    world.deposits.pay(address, 'b', 49_000n);
    world.deposits.mine('b', 2);
    await world.nameRefund(id, refundClaim, refundAddress);
    await world.look(id);
    world.clock.pass(dayMs);
    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 99_000n });
    // The refund spent both: a node shows what is unspent, and what the store knows.
    world.deposits.drop('b');
    await putBack(backup);
    await world.bringForward();
    await world.nameRefund(id, refundClaim, elsewhere);

    await world.look(id, 4);
    expect(world.chains[0].balance(elsewhere)).to.equal(0n);
    expect(world.breaches).to.deep.equal([]);
  });

  it('is not delivered if it went back to an address that was named after the backup', async () => {
    world = await depositWorld({ refundAddress: null });
    const { id, address, refundClaim } = await world.waiting();
    world.clock.pass(16 * minuteMs);
    world.deposits.pay(address, 'a', 100_000n);
    await world.look(id);
    const backup = await world.backUp();
    await world.nameRefund(id, refundClaim, refundAddress);
    world.market.ppm = 900_000n;
    world.deposits.mine('a', 2);
    await world.look(id, 2);
    world.clock.pass(2 * minuteMs);
    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 100_000n });
    await putBack(backup);
    await world.bringForward();

    expect(await world.look(id, 4)).to.include({
      stage: 'QUARANTINED',
      recipient: 0n,
      refunded: 100_000n,
    });
    expect(world.breaches).to.deep.equal([]);
  });

  for (const { isPriced, what } of [
    { isPriced: true, what: 'delivered' },
    { isPriced: false, what: 'sent back to its own address' },
  ])
    it(`is not ${what} if an operator sent it elsewhere after the backup`, async () => {
      world = await depositWorld();
      const { id, address } = await world.waiting();
      if (!isPriced) losesItsPrice();
      world.deposits.pay(address, 'a', 100_000n);
      world.deposits.mine('a', 1);
      await world.look(id);
      const backup = await world.backUp();
      world.clock.pass(61 * minuteMs);
      await operatorSends(id);
      world.deposits.mine('a', 2);
      await world.look(id, 4);
      expect(world.chains[0].balance(elsewhere)).to.equal(100_000n);
      await putBack(backup);
      await world.bringForward();
      if (!isPriced) losesItsPrice();
      if (!isPriced) world.clock.pass(dayMs);

      expect(await world.look(id, 4)).to.include({ recipient: 0n, refunded: 0n });
      expect(world.chains[0].balance(elsewhere)).to.equal(100_000n);
      expect(world.breaches).to.deep.equal([]);
    });

  it('is delivered if what went elsewhere since was made of other coins', async () => {
    const shown = await goesElsewhere(['another:0']);

    expect(shown).to.include({ status: 'DONE', recipient: 99_920n });
  });

  it('is not delivered if a coin of it went elsewhere since', async () => {
    const shown = await goesElsewhere(['the spine:0', 'a:0']);

    expect(shown).to.include({ stage: 'QUARANTINED', recipient: 0n });
  });

  for (const { as, stage, recipient } of [
    { as: 'returned', stage: 'QUARANTINED', recipient: 0n },
    { as: 'explained', stage: 'DELIVERED', recipient: 99_920n },
  ] as const)
    it(`lets an operator close what spent its coin, and is ${stage} once that is ${as}`, async () => {
      await goesElsewhere(['a:0']);
      const [route] = await world.issued();
      const id = route?.routeId ?? '';
      await operatorCloses(as, as === 'returned' ? id : null);
      await world.bringForward();

      expect(await world.look(id, 4)).to.include({ stage, recipient });
    });

  it('alone is held by its refund once an operator has named it, and all others go on', async () => {
    const { one, two, three } = await oneOfThreeWentBack();
    await operatorCloses('returned', one);
    await world.bringForward();
    world.deposits.pay(two.address, 'late', 50_000n);
    world.deposits.mine('late', 2, 502);
    world.clock.pass(10 * minuteMs);
    await world.untilItIsReadAgain(two.id);
    await world.look(two.id, 4);
    await world.look(three, 4);

    expect(await world.look(one, 4)).to.include({ stage: 'QUARANTINED', refunded: 99_999n });
    expect(world.chains[0].balance(ofOthers)).to.equal(50_000n);
    expect((await world.shown(three)).stage).to.equal('DEPOSIT_EXPIRED');
    expect(world.breaches).to.deep.equal([]);
  });

  it('is named by its operator before its refund is closed, if several may be meant', async () => {
    const { one, two, three } = await oneOfThreeWentBack();
    const unsaid = await refusalOf(operatorCloses('returned'));

    expect(unsaid).to.include({ code: 'WRONG_STATE' });
    expect(unsaid.message).to.contain(one).and.to.contain(three).and.to.contain('--route');
    expect(unsaid.message).to.contain('close it as explained').and.not.to.contain(two.id);
    const stranger = await refusalOf(operatorCloses('returned', 'rt_unknown'));
    expect(stranger).to.include({ code: 'BAD_REQUEST' });
    const explained = await refusalOf(operatorCloses('explained', one));
    expect(explained).to.include({ code: 'BAD_REQUEST' });
  });

  it('is delivered once its operator has found that another was, which the store has lost', async () => {
    world = await depositWorld();
    const two = await world.waiting();
    const backup = await world.backUp();
    const one = await world.waiting(60_000n, 'another');
    world.deposits.pay(one.address, 'a', 60_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(one.id, 4)).to.include({ status: 'DONE', recipient: 59_952n });
    await putBack(backup);
    await world.bringForward();
    const unsaid = await refusalOf(operatorCloses('delivered'));
    await operatorCloses('explained');
    await world.bringForward();
    world.deposits.pay(two.address, 'b', 100_000n);
    world.deposits.mine('b', 2, 502);

    expect(unsaid).to.include({ code: 'WRONG_STATE' });
    expect(unsaid.message).to.contain(two.id);
    expect(await world.look(two.id, 4)).to.include({ status: 'DONE', recipient: 159_872n });
  });

  it('is sent back once an operator has found that the payment was another', async () => {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    const backup = await world.backUp();
    await goesBack(id, address);
    await putBack(backup);
    await world.bringForward();
    await world.look(id, 4);
    await operatorCloses('explained');
    await world.bringForward();

    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 199_998n });
  });

  it('neither goes back again nor is delivered if all of it went back', async () => {
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
    it(`does not go back if it was delivered and ${what} since`, async () => {
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

  for (const units of [0n, 99_999n])
    it(`is not taken for delivered by what may have been another's of its size, if ${units} of it had come`, async () => {
      world = await depositWorld();
      const unpaid = await world.waiting();
      const paid = await world.waiting(100_000n, 'another');
      if (units > 0n) world.deposits.pay(unpaid.address, 'a', units);
      if (units > 0n) world.deposits.mine('a', 2);
      const backup = await world.backUp();
      world.deposits.pay(paid.address, 'b', 100_000n);
      world.deposits.mine('b', 2, 502);
      expect(await world.look(paid.id, 4)).to.include({ status: 'DONE', recipient: 99_920n });
      await putBack(backup);
      await world.bringForward();
      await world.look(unpaid.id, 4);

      expect(await world.look(paid.id, 4)).to.include({ stage: 'QUARANTINED', recipient: 99_920n });
      await operatorCloses('delivered', paid.id);
      await world.bringForward();
      world.clock.pass(3 * dayMs);
      await world.look(paid.id, 4);
      await world.look(unpaid.id);
      await world.untilItIsReadAgain(unpaid.id);
      expect(await world.look(unpaid.id, 4)).to.include({
        status: 'FAILED',
        recipient: 99_920n,
        refunded: units,
      });
    });

  /** One unit too little, and the day is over. */
  async function goesBack(id: string, address: string): Promise<void> {
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2);
    await world.look(id);
    world.clock.pass(dayMs);
    expect(await world.look(id, 4)).to.include({ status: 'FAILED', refunded: 99_999n });
  }

  /** By an order after the backup; the chain shows what it spent as a test says. */
  async function goesElsewhere(spent: readonly string[]) {
    world = await depositWorld();
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 1);
    await world.look(id);
    const backup = await world.backUp();
    world.clock.pass(61 * minuteMs);
    await operatorSends(id);
    world.deposits.mine('a', 2);
    await world.look(id, 4);
    await putBack(backup);
    world.market.spent = spent;
    await world.bringForward();
    return world.look(id, 4);
  }

  function losesItsPrice(): void {
    world.market.down = 'NO_ROUTE';
    world.clock.pass(16 * minuteMs);
  }

  /** The second was delivered and the third waits; the first went back after the copy. */
  async function oneOfThreeWentBack() {
    world = await depositWorld();
    const one = await world.waiting();
    const two = await waitingOf('another', 60_000n);
    const three = await waitingOf('a third', 30_000n);
    world.deposits.pay(two.address, 'two', 60_000n);
    world.deposits.mine('two', 2);
    expect(await world.look(two.id, 4)).to.include({ status: 'DONE', recipient: 59_952n });
    const backup = await world.backUp();
    await goesBack(one.id, one.address);
    await putBack(backup);
    await world.bringForward();
    return { one: one.id, two, three: three.id };
  }

  async function waitingOf(client: string, amount: bigint) {
    const done = await world.execute({ client, amount, refundTo: ofOthers });
    if (done.kind !== 'route' || done.deposit === undefined) throw new Error('nothing waits');
    return { id: done.route.id, address: done.deposit.address };
  }

  async function operatorCloses(
    as: 'explained' | 'returned' | 'delivered',
    routeId: string | null = null,
  ): Promise<void> {
    const { money } = world;
    // CAST: the model's store is the whole store.
    const store = money.store as typeof money.store & OperationStore;
    const [found] = await store.reads.transactions.unmatchedTransactions();
    if (found === undefined) throw new Error('nothing is unmatched');
    const close = giveOrder({ ...money, store }, closeUnmatched({ ...money, store }));
    const input = { id: found.id, as, evidence: null, routeId };
    const order = { input, by: 'an operator', reason: 'found', isDryRun: false };
    await close(order, new AbortController().signal);
  }

  async function refusalOf(order: Promise<void>): Promise<RelayError> {
    const error = await order.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof RelayError)) throw new Error('it was not refused');
    return error;
  }

  async function operatorSends(id: string): Promise<void> {
    const order = { to: elsewhere, isUndelivered: true, isDespiteEngine: false };
    const { signal } = new AbortController();
    const plan = await planRefund(world.money, await world.routeOf(id), order, signal);
    await world.money.store.run('order', (tx) => orderRefund(world.money, tx, plan));
  }

  async function putBack(backup: NonNullable<WorldOptions['backup']>): Promise<void> {
    await world.close();
    world = await depositWorld({ backup });
  }
});
