import { examineDelivery, hasLock, writeOff } from '@interline/core/transfer';
import { isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import {
  dayMs,
  type DepositWorld,
  depositWorld,
  minuteMs,
  recipient,
  refundAddress,
} from './deposit-world.ts';

// 100,000 units at 8 bps are paid out as 99,920.
describe("a caller's deposit", () => {
  let world: DepositWorld;
  beforeEach(async () => {
    world = await depositWorld();
  });
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('is not written off or settled by an operator before it is credited: what arrives is not theirs', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 60_000n);
    world.deposits.mine('a', 2);
    await world.look(id);
    const route = await world.routeOf(id);
    const codeOf = (order: Promise<unknown>): Promise<string> =>
      order.then(
        () => 'done',
        (error: unknown) => (isRelayError(error) ? error.code : 'INTERNAL'),
      );
    const { signal } = new AbortController();

    expect([
      await codeOf(world.money.store.run('write-off', (tx) => writeOff(world.money, tx, route))),
      await codeOf(examineDelivery(world.money, route, { hash: null, isUnseen: true }, signal)),
    ]).to.deep.equal(['WRONG_STATE', 'WRONG_STATE']);
    expect(await world.shown(id)).to.include({ status: 'AWAITING_DEPOSIT' });
  });

  it('is requested at its own address, and nothing is reserved for it', async () => {
    const first = await world.waiting();
    const second = await world.waiting();

    expect(first.address)
      .to.match(/^deposit-[0-9]+$/)
      .and.not.equal(second.address);
    expect(await world.shown(first.id)).to.deep.equal({
      status: 'AWAITING_DEPOSIT',
      stage: 'AWAITING_DEPOSIT',
      recipient: 0n,
      refunded: 0n,
    });
    expect(
      await world.store.run('look', (tx) => tx.transactions.reservationsOf(first.id)),
    ).to.deep.equal([]);
  });

  it('has no address if live is left out, and neither with live: false', async () => {
    for (const live of [null, false]) {
      const dry = await world.execute({ live });
      expect(dry.kind).to.equal('dry');
    }
    expect(await world.issued()).to.have.length(0);
  });

  it('is delivered once it is as deep as its value needs, and not one confirmation before', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    expect(await world.look(id)).to.include({
      status: 'BRIDGING',
      stage: 'CONFIRMING',
      recipient: 0n,
    });
    world.deposits.mine('a', 1);
    expect(await world.look(id, 3)).to.include({ stage: 'CONFIRMING', recipient: 0n });
    world.deposits.mine('a', 2);

    expect(await world.look(id, 3)).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
      recipient: 99_920n,
      refunded: 0n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.routeOf(id)).srcTx).to.equal('a');
  });

  it('in parts is summed, and one unit below what was agreed waits until the day is over', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 60_000n);
    world.deposits.mine('a', 2);
    expect(await world.look(id)).to.include({ status: 'AWAITING_DEPOSIT' });
    world.deposits.pay(address, 'b', 39_999n);
    world.deposits.mine('b', 2);
    expect(await world.look(id)).to.include({ status: 'AWAITING_DEPOSIT', recipient: 0n });
    world.deposits.pay(address, 'c', 1n);
    world.deposits.mine('c', 2);

    expect(await world.look(id, 3)).to.include({
      status: 'DONE',
      recipient: 99_920n,
      refunded: 0n,
    });
  });

  it('in parts counts each after the first for less by what it costs to be spent, which is kept', async () => {
    world = await depositWorld({ partCost: 1_000n });
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 60_000n);
    world.deposits.pay(address, 'b', 40_999n);
    world.deposits.mine('a', 2);
    world.deposits.mine('b', 2);
    expect(await world.look(id, 3)).to.include({ status: 'AWAITING_DEPOSIT', recipient: 0n });
    world.deposits.pay(address, 'c', 1_001n);
    world.deposits.mine('c', 2);

    expect(await world.look(id, 4)).to.include({
      status: 'DONE',
      recipient: 99_920n,
      refunded: 0n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.routeOf(id)).plan.fee).to.equal(2_080n);
  });

  it('in 150 parts that are each worth only their cost of spending goes back less that cost, and is never delivered', async () => {
    world = await depositWorld({ partCost: 1_000n });
    const { id, address } = await world.waiting();
    for (let part = 0; part < 150; part += 1) {
      world.deposits.pay(address, `part ${part}`, 1_000n);
      world.deposits.mine(`part ${part}`, 2);
    }
    expect(await world.look(id, 3)).to.include({ status: 'AWAITING_DEPOSIT', recipient: 0n });
    world.clock.pass(dayMs);

    expect(await world.look(id, 5)).to.include({
      status: 'FAILED',
      recipient: 0n,
      refunded: 1_000n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  describe('whose parts cost more to be spent by the time that it is credited', () => {
    beforeEach(async () => {
      world = await depositWorld({ partCost: 100n });
    });

    async function creditedAt(partCost: bigint, parts: readonly bigint[]) {
      const { id, address } = await world.waiting();
      for (const [index, units] of parts.entries())
        world.deposits.pay(address, `part ${index}`, units);
      await world.look(id);
      world.market.partCost = partCost;
      for (const index of parts.keys()) world.deposits.mine(`part ${index}`, 2);
      const shown = await world.look(id, 4);
      return { ...shown, reason: (await world.routeOf(id)).failure?.reason };
    }

    it('delivers no small coins at what they were worth when it was quoted', async () => {
      const dust = Array<bigint>(220).fill(330n);

      const shown = await creditedAt(330n, [50_000n, ...dust]);

      expect(shown).to.include({ status: 'FAILED', stage: 'REFUNDED', recipient: 0n });
      expect(shown.reason).to.equal(
        'what each further part costs to be spent rose from 100 to 330, and 49960 is below the agreed 99420',
      );
      expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    });

    it('delivers that much less if the result is still at least what was agreed', async () => {
      expect(await creditedAt(300n, [99_000n, 1_100n])).to.include({
        status: 'DONE',
        recipient: 99_720n,
        refunded: 0n,
      });
      expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    });

    it('delivers all of it if the cost rose by a tenth', async () => {
      expect(await creditedAt(110n, [99_000n, 1_100n])).to.include({
        status: 'DONE',
        recipient: 99_920n,
      });
    });

    /** What is too little to be delivered, in so many parts, and the day is over. */
    async function tooLate(parts: readonly bigint[], refundTo: string | null = refundAddress) {
      const done = await world.execute({ refundTo });
      if (done.kind !== 'route' || done.deposit === undefined) throw new Error('nothing waits');
      const { id } = done.route;
      const { address } = done.deposit;
      for (const [part, units] of parts.entries())
        world.deposits.pay(address, `part ${part}`, units);
      await world.look(id);
      for (const part of parts.keys()) world.deposits.mine(`part ${part}`, 2);
      world.clock.pass(dayMs);
      return { id, refundClaim: done.refundClaim ?? '' };
    }
    /** Coins cost so much to be spent, and the rail has no price for so little. */
    const feesRise = (coinCost: bigint): void => {
      world.market.coinCost = coinCost;
      world.market.isTooDear = true;
    };
    const refundsOf = async (id: string) =>
      (await world.depositOf(id)).refunds.map(({ units, state, reason }) =>
        reason === null ? { units, state } : { units, state, reason },
      );
    const tooSmall = 'it is worth less than it costs to send back';
    const withDust = [50_000n, ...Array<bigint>(149).fill(330n)];

    it('goes back without the small coins that others left at its address while fees were low', async () => {
      const { id } = await tooLate(withDust);
      feesRise(400n);
      await world.look(id, 4);

      expect(await refundsOf(id)).to.deep.equal([
        { units: 50_000n, state: 'done' },
        { units: 49_170n, state: 'held', reason: tooSmall },
      ]);
    });

    it('leaves small coins behind that were to go back with it when fees were low', async () => {
      world.market.coinCost = 100n;
      const { id, refundClaim } = await tooLate(withDust, null);
      await world.look(id, 4);
      const before = await refundsOf(id);
      feesRise(400n);
      await world.nameRefund(id, refundClaim, refundAddress);
      const shown = await world.look(id, 4);

      const reason = 'there is no refund address; set one with POST /api/route/refund-address';
      expect(before).to.deep.equal([{ units: 99_170n, state: 'held', reason }]);
      expect(await refundsOf(id)).to.deep.equal([
        { units: 50_000n, state: 'done' },
        { units: 49_170n, state: 'held', reason: tooSmall },
      ]);
      expect(shown).to.include({ status: 'FAILED', refunded: 50_000n });
    });

    it('goes back in what is worth its fees if these rise while a part of it is still to be sent', async () => {
      world.deposits.atMost = 2;
      world.market.coinCost = 100n;
      const { id } = await tooLate([...Array<bigint>(7).fill(1_000n), 330n, 330n]);
      await world.runOnly(id);
      const before = await refundsOf(id);
      feesRise(400n);
      await world.look(id, 4);

      const sent = Array.from({ length: 3 }, () => ({ units: 2_000n, state: 'sent' }));
      expect(before).to.deep.equal([
        ...sent,
        { units: 1_330n, state: 'due' },
        { units: 330n, state: 'due' },
      ]);
      expect(await refundsOf(id)).to.deep.equal([
        ...sent.map((one) => ({ ...one, state: 'done' })),
        { units: 1_000n, state: 'done' },
        { units: 660n, state: 'held', reason: tooSmall },
      ]);
      expect(await world.books()).to.deep.equal({ owed: 660n, losses: 0n });
    });

    it('writes nothing more of what waits while fees stay as they are', async () => {
      const { id } = await tooLate(withDust);
      feesRise(400n);
      await world.look(id, 4);
      const { version } = await world.depositOf(id);
      await world.look(id, 2);

      expect((await world.depositOf(id)).version).to.equal(version);
    });

    it('delivers all of a few parts that counted in full at the cost quoted to their payer', async () => {
      expect(await creditedAt(5_000n, Array<bigint>(5).fill(20_000n))).to.include({
        status: 'DONE',
        recipient: 99_920n,
      });
    });
  });

  it('below what was agreed goes back when the day is over', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 99_999n);
    world.deposits.mine('a', 2);
    expect(await world.look(id)).to.include({ status: 'AWAITING_DEPOSIT' });
    world.clock.pass(dayMs);

    expect(await world.look(id, 4)).to.deep.equal({
      status: 'FAILED',
      stage: 'REFUNDED',
      recipient: 0n,
      refunded: 99_999n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('that never comes fails the route, and one that comes after all goes back', async () => {
    const { id, address } = await world.waiting();
    world.clock.pass(dayMs);
    expect(await world.look(id)).to.include({ status: 'FAILED', stage: 'DEPOSIT_EXPIRED' });
    expect((await world.routeOf(id)).failure?.code).to.equal('DEPOSIT_EXPIRED');
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);
    await world.untilItIsReadAgain(id);

    expect(await world.look(id, 3)).to.include({
      status: 'FAILED',
      recipient: 0n,
      refunded: 100_000n,
    });
    expect((await world.books()).owed).to.equal(0n);
  });

  it('that was not paid within its lock is looked for once in ten minutes, and goes back if it comes a day after it expired', async () => {
    const { id, address } = await world.waiting();
    world.clock.pass(dayMs + 1);
    expect(await world.look(id)).to.include({ status: 'FAILED' });
    world.clock.pass(dayMs + 1);
    const before = world.deposits.readings.get(address) ?? 0;
    for (let sweep = 0; sweep < 61; sweep += 1) {
      world.clock.pass(10_000);
      await world.sweep();
    }
    const readings = (world.deposits.readings.get(address) ?? 0) - before;
    world.deposits.pay(address, 'very late', 100_000n);
    world.deposits.mine('very late', 2);
    for (let sweep = 0; sweep < 61; sweep += 1) {
      world.clock.pass(10_000);
      await world.sweep();
    }

    expect(readings).to.equal(1);
    expect(await world.look(id, 2)).to.include({ status: 'FAILED', refunded: 100_000n });
  });

  it('at an address without a lock is looked for as often as one with a lock, for as long', async () => {
    world = await depositWorld({ lockedUsd: 1, float: 10_000_000n });
    const { id, address } = await world.waiting(600_000n);
    const readingsOfSweeps = async () => {
      const before = world.deposits.readings.get(address) ?? 0;
      for (let sweep = 0; sweep < 5; sweep += 1) {
        world.clock.pass(10_000);
        await world.sweep();
      }
      return (world.deposits.readings.get(address) ?? 0) - before;
    };

    expect(hasLock(await world.depositOf(id))).to.equal(false);
    expect(await readingsOfSweeps()).to.equal(5);
    expect(await world.runOnly(id)).to.equal(2);
    world.clock.pass(15 * minuteMs);
    expect(await readingsOfSweeps()).to.be.lessThan(2);
    expect(await world.runOnly(id)).to.equal(600);
  });

  it('that was delivered or went back is looked for once in ten minutes when that is final, and what comes late goes back', async () => {
    const [paid, short] = [await world.waiting(), await world.waiting()];
    world.deposits.pay(paid.address, 'a', 100_000n);
    world.deposits.pay(short.address, 'b', 60_000n);
    for (const tx of ['a', 'b']) world.deposits.mine(tx, 2);
    expect(await world.look(paid.id, 3)).to.include({ status: 'DONE', recipient: 99_920n });
    world.clock.pass(dayMs + 1);
    expect(await world.look(short.id, 4)).to.include({ status: 'FAILED', refunded: 60_000n });
    const looks = async (): Promise<readonly number[]> => {
      const counts = () =>
        [paid, short].map(({ address }) => world.deposits.readings.get(address) ?? 0);
      const before = counts();
      for (let sweep = 0; sweep < 61; sweep += 1) {
        world.clock.pass(10_000);
        await world.sweep();
      }
      return counts().map((count, at) => count - (before[at] ?? 0));
    };

    for (const tx of ['a', 'b']) world.deposits.mine(tx, 20);
    const shallow = await looks();
    for (const tx of ['a', 'b']) world.deposits.mine(tx, 21);
    await looks();
    const final = await looks();
    world.deposits.pay(paid.address, 'late', 50_000n);
    world.deposits.mine('late', 2);
    await looks();

    expect(shallow).to.deep.equal([61, 61]);
    expect(final).to.deep.equal([1, 1]);
    // With the 60,000 of the other.
    expect(await world.look(paid.id, 2)).to.include({ status: 'DONE', refunded: 110_000n });
  });

  it('above what was agreed is delivered at the same price', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 150_000n);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 3)).to.include({
      status: 'DONE',
      recipient: 149_880n,
      refunded: 0n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('above what the float serves is delivered up to that, and the rest goes back', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2);

    // A quarter of 1,000,000 is paid for by 250,201 units at 99,920 for 100,000.
    expect(await world.look(id, 4)).to.include({
      status: 'DONE',
      recipient: 250_000n,
      refunded: 49_799n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('mined within the lock keeps its price, however the market moves until it is deep enough', async () => {
    const { id, address } = await world.waiting();
    world.clock.pass(15 * minuteMs);
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 1);
    await world.look(id);
    world.market.ppm = 500_000n;
    world.clock.pass(60 * minuteMs);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 3)).to.include({ status: 'DONE', recipient: 99_920n });
  });

  it('seen after the lock is delivered at the current price if that is at least what was agreed', async () => {
    const { id, address } = await world.waiting();
    world.clock.pass(15 * minuteMs + 1);
    // The quote's least is 99,420, half a per cent below 99,920; at this price it is 99,425.
    world.market.ppm = 995_050n;
    world.deposits.pay(address, 'a', 100_000n);
    await world.look(id);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 3)).to.include({
      status: 'DONE',
      recipient: 99_425n,
      refunded: 0n,
    });
  });

  it('seen after the lock goes back if the current price is below what was agreed', async () => {
    const { id, address } = await world.waiting();
    world.clock.pass(15 * minuteMs + 1);
    world.market.ppm = 994_990n;
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 4)).to.include({
      status: 'FAILED',
      stage: 'REFUNDED',
      recipient: 0n,
      refunded: 100_000n,
    });
  });

  it('made twice is delivered once, and the second goes back', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);
    await world.look(id, 3);
    world.deposits.pay(address, 'b', 100_000n);
    world.deposits.mine('b', 1);
    expect(await world.look(id, 2)).to.include({ status: 'DONE', refunded: 0n });
    world.deposits.mine('b', 2);

    expect(await world.look(id, 2)).to.include({
      status: 'DONE',
      recipient: 99_920n,
      refunded: 100_000n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('that is replaced counts once, at the price of what it replaced', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    await world.look(id);
    world.clock.pass(16 * minuteMs);
    world.market.ppm = 1_030_000n;
    world.deposits.replace('a', 'b');
    await world.look(id);
    world.deposits.mine('b', 2);

    expect(await world.look(id, 3)).to.include({ status: 'DONE', recipient: 99_920n });
    expect((await world.routeOf(id)).srcTx).to.equal('b');
  });

  it('stops counting when a payment to another recipient replaces it, and its float is free again', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    await world.look(id);
    world.deposits.drop('a');

    expect(await world.look(id)).to.include({ status: 'BRIDGING', stage: 'DEPOSIT_REORGED' });
    expect(await world.store.run('look', (tx) => tx.transactions.reservationsOf(id))).to.deep.equal(
      [],
    );
    world.clock.pass(dayMs);
    expect(await world.look(id)).to.include({ status: 'FAILED', stage: 'DEPOSIT_EXPIRED' });
  });

  it('that a reorg takes back before the payout stops it, and goes on when it is there again', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 1);
    await world.look(id);
    world.deposits.drop('a');
    expect(await world.look(id, 2)).to.include({ stage: 'DEPOSIT_REORGED', recipient: 0n });
    expect((await world.books()).owed).to.equal(0n);
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2, 501);

    expect(await world.look(id, 4)).to.include({
      status: 'DONE',
      recipient: 99_920n,
      refunded: 0n,
    });
  });

  it('credited and taken back before its payout is committed is not paid out', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 300_000n);
    await world.look(id);
    await world.pause(true);
    world.deposits.mine('a', 2);
    expect(await world.look(id)).to.include({ stage: 'SENDING', recipient: 0n });
    expect((await world.routeOf(id)).credited).to.equal(250_201n);
    world.deposits.drop('a');
    await world.pause(false);

    expect(await world.look(id, 2)).to.include({
      stage: 'DEPOSIT_REORGED',
      recipient: 0n,
      refunded: 0n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    world.deposits.pay(address, 'a', 300_000n);
    world.deposits.mine('a', 2, 503);
    expect(await world.look(id, 4)).to.include({
      status: 'DONE',
      recipient: 250_000n,
      refunded: 49_799n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });

  it('that is taken back after its payout is booked as a loss, and no longer when it is back', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2);
    await world.look(id, 3);
    world.deposits.drop('a');
    await world.look(id, 2);
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 100_000n });
    expect((await world.depositOf(id)).isLost).to.equal(true);
    world.deposits.pay(address, 'a', 100_000n);
    world.deposits.mine('a', 2, 502);

    expect(await world.look(id, 2)).to.include({
      status: 'DONE',
      recipient: 99_920n,
      refunded: 0n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
    expect((await world.depositOf(id)).isLost).to.equal(false);
  });

  it('whose payout the recipient refuses goes back', async () => {
    const { id, address } = await world.waiting();
    world.deposits.pay(address, 'a', 120_000n);
    world.chains[1].refused.add(recipient);
    world.deposits.mine('a', 2);

    expect(await world.look(id, 5)).to.include({
      status: 'FAILED',
      stage: 'REFUNDED',
      recipient: 0n,
      refunded: 120_000n,
    });
    expect(await world.books()).to.deep.equal({ owed: 0n, losses: 0n });
  });
});
