import { expect } from 'chai';
import { type DepositWorld, depositWorld, recipient } from '../deposits/deposit-world.ts';

/** 100,000 less 8 bps; four times that must be free. */
const output = 99_920n;
const wanted = 399_680n;

describe('a deposit that our own account could not pay out', () => {
  let world: DepositWorld;
  beforeEach(async () => {
    world = await depositWorld({ float: 0n, refundAddress: null });
  });
  afterEach(async () => {
    expect(world.breaches).to.deep.equal([]);
    await world.close();
  });

  it('gets no address until the account is funded, then one, and is delivered', async () => {
    const asked = await world.execute();
    if (asked.kind !== 'route') throw new Error('no route was stored');
    const { id } = asked.route;
    const waiting = [await world.look(id), await world.issued()] as const;
    await world.fund(wanted);
    const taken = await world.look(id);
    const { address } = await world.depositOf(id);
    world.deposits.pay(address, 'paid', 100_000n);
    world.deposits.mine('paid', 2);
    await world.look(id, 6);

    expect(asked.deposit).to.equal(undefined);
    expect([waiting[0].status, waiting[1]]).to.deep.equal(['FUNDS_REQUIRED', []]);
    expect(taken.status).to.equal('AWAITING_DEPOSIT');
    expect((await world.routeOf(id)).status).to.equal('DONE');
    expect(world.chains[1].balance(recipient)).to.equal(output);
  });

  it('accepts the refund claim that was issued while it waited', async () => {
    const asked = await world.execute();
    if (asked.kind !== 'route') throw new Error('no route was stored');
    const { id } = asked.route;
    await world.fund(wanted);
    await world.look(id);
    await world.nameRefund(id, asked.refundClaim ?? '', 'bc1qmine');

    expect((await world.depositOf(id)).refundAddress).to.equal('bc1qmine');
  });

  it('is rehearsed as one that would wait, and no address is issued', async () => {
    const { kind, ...dry } = await world.execute({ live: false });

    expect([kind, await world.issued()]).to.deep.equal(['dry', []]);
    expect(dry)
      .to.have.property('note')
      .that.includes('would wait with FUNDS_REQUIRED until our account on')
      .and.includes('no deposit address would be issued before');
  });
});
