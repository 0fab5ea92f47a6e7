import { recover } from '@interline/core/transactions';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHouse, modelHouse, payerAtStart } from '../support/model/model-house.ts';
import { expect } from 'chai';

describe('an account stopped by a reorg in the moment of a restart', () => {
  let house: ModelHouse;
  const stop = new AbortController();
  beforeEach(async () => {
    house = await modelHouse(1);
  });
  afterEach(() => house.close());

  it('runs again by itself when two sweeps in a row find the chain caught up', async () => {
    const [, destination] = await stopped();
    const whileBehind = await whyStopped();

    await house.sweep();
    destination.mine(3);
    await house.sweep();
    const afterOne = await whyStopped();
    await house.sweep();

    expect(whileBehind).to.equal(
      'chain-behind: the chain counts 0 transactions of this account, the store saw number 0 mined',
    );
    expect(afterOne).to.equal(whileBehind);
    expect(await whyStopped()).to.equal(null);
  });

  it('starts to count anew where the chain goes back once more', async () => {
    const [, destination] = await stopped();
    destination.mine(3);
    await house.sweep();
    house.reorg(destination, 3, 4, false);
    await house.sweep();
    destination.mine(3);

    await house.sweep();

    expect(await whyStopped()).to.be.a('string');
  });

  it('has nothing new pulled to or from its chain, and a route pulled before waits for it and is paid', async () => {
    const [source, destination] = house.chains;
    await paid();
    await house.execute(0, 100_000n);
    house.reorg(destination, 1, 2, false);
    await recover(house.money, stop.signal);

    await house.execute(0, 50_000n);
    await house.execute(1, 50_000n);
    source.mine(1);
    await house.work(60);
    const waiting = await house.money.store.reads.transfers.route(house.transfers[1]?.id ?? '');
    destination.mine(3);
    for (let turns = 0; turns < 3; turns += 1) {
      await house.sweep();
      await house.work(60);
      destination.mine(1);
    }
    await house.work(60);

    expect(house.refusals).to.deep.equal(['LANE_STOPPED', 'LANE_STOPPED']);
    expect(waiting).to.include({ status: 'BRIDGING', stage: 'SENDING', credited: 100_000n });
    expect(
      await Promise.all(
        house.transfers.map(
          async ({ id }) => (await house.money.store.reads.transfers.route(id))?.status,
        ),
      ),
    ).to.deep.equal(['DONE', 'DONE']);
    expect(
      house.transfers.map(({ from, to, payer, recipient }) => [
        payerAtStart - from.balance(payer),
        to.balance(recipient),
      ]),
    ).to.deep.equal([
      [200_000n, 199_840n],
      [100_000n, 99_920n],
    ]);
    expect(house.breaches).to.deep.equal([]);
  });

  it('takes transfers again once it runs', async () => {
    const [source, destination] = await stopped();
    destination.mine(3);
    await house.sweep();
    await house.sweep();

    await house.execute(0, 100_000n);
    source.mine(1);
    await house.work(60);
    destination.mine(1);
    await house.work(60);

    expect([
      house.refusals,
      await house.money.store.reads.transfers
        .route(house.transfers[1]?.id ?? '')
        .then((route) => route?.status),
    ]).to.deep.equal([[], 'DONE']);
  });

  /** One transfer, paid in the newest block of its destination. */
  async function paid(): Promise<void> {
    const [source, destination] = house.chains;
    await house.execute(0, 200_000n);
    source.mine(1);
    await house.work(60);
    destination.mine(1);
    await house.work(60);
  }

  /** The block of the payout is gone, and the process starts before the next one has it again. */
  async function stopped(): Promise<ModelHouse['chains']> {
    await paid();
    house.reorg(house.chains[1], 1, 2, false);
    await recover(house.money, stop.signal);
    return house.chains;
  }

  async function whyStopped(): Promise<string | null | undefined> {
    return (await house.money.store.reads.transactions.lane(house.chains[1].ref, accounts.float))
      ?.stopped;
  }
});
