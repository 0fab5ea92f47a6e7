import { recover } from '@interline/core/transactions';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHarness, modelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { expect } from 'chai';

describe('an account stopped because the chain has lost what was final when the process started', () => {
  let harness: ModelHarness;
  const stop = new AbortController();
  beforeEach(async () => {
    harness = await modelHarness(1);
  });
  afterEach(() => harness.close());

  it('runs again by itself when two sweeps in a row find the chain caught up', async () => {
    const [, destination] = await stopped();
    const whileBehind = await whyStopped();

    await harness.sweep();
    destination.mine(3);
    await harness.sweep();
    const afterOne = await whyStopped();
    await harness.sweep();

    expect(whileBehind).to.equal(
      'chain-behind: the chain counts 0 transactions of this account, the store saw slot 0 final',
    );
    expect(afterOne).to.equal(whileBehind);
    expect(await whyStopped()).to.equal(null);
  });

  it('starts to count again if the chain goes back once more', async () => {
    const [, destination] = await stopped();
    destination.mine(3);
    await harness.sweep();
    harness.reorg(destination, 18, 19, false);
    await harness.sweep();
    destination.mine(3);

    await harness.sweep();

    expect(await whyStopped()).to.be.a('string');
  });

  it('has nothing new pulled to or from its chain, and a route pulled before waits for it and is paid', async () => {
    const [source, destination] = harness.chains;
    await paid();
    await harness.execute(0, 100_000n);
    await lost();
    await recover(harness.money, stop.signal);

    await harness.execute(0, 50_000n);
    await harness.execute(1, 50_000n);
    source.mine(1);
    await harness.work(60);
    const waiting = await harness.money.store.reads.transfers.route(harness.transfers[1]?.id ?? '');
    destination.mine(3);
    for (let turns = 0; turns < 3; turns += 1) {
      await harness.sweep();
      await harness.work(60);
      destination.mine(1);
    }
    await harness.work(60);

    expect(harness.refusals).to.deep.equal(['ACCOUNT_STOPPED', 'ACCOUNT_STOPPED']);
    expect(waiting).to.include({ status: 'BRIDGING', stage: 'SENDING', credited: 100_000n });
    expect(
      await Promise.all(
        harness.transfers.map(
          async ({ id }) => (await harness.money.store.reads.transfers.route(id))?.status,
        ),
      ),
    ).to.deep.equal(['DONE', 'DONE']);
    expect(
      harness.transfers.map(({ from, to, payer, recipient }) => [
        payerAtStart - from.balance(payer),
        to.balance(recipient),
      ]),
    ).to.deep.equal([
      [200_000n, 199_840n],
      [100_000n, 99_920n],
    ]);
    expect(harness.breaches).to.deep.equal([]);
  });

  it('takes transfers again once it runs', async () => {
    const [source, destination] = await stopped();
    destination.mine(3);
    await harness.sweep();
    await harness.sweep();

    await harness.execute(0, 100_000n);
    source.mine(1);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);

    expect([
      harness.refusals,
      await harness.money.store.reads.transfers
        .route(harness.transfers[1]?.id ?? '')
        .then((route) => route?.status),
    ]).to.deep.equal([[], 'DONE']);
  });

  /** One transfer, paid in the newest block of its destination. */
  async function paid(): Promise<void> {
    const [source, destination] = harness.chains;
    await harness.execute(0, 200_000n);
    source.mine(1);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);
  }

  /** The payout is final by its depth, and then its block is gone after all. */
  async function lost(): Promise<void> {
    const [, destination] = harness.chains;
    destination.mine(13);
    await harness.sweep();
    harness.reorg(destination, 14, 15, false);
  }

  /** The process starts before the next block has the payout again. */
  async function stopped(): Promise<ModelHarness['chains']> {
    await paid();
    await lost();
    await recover(harness.money, stop.signal);
    return harness.chains;
  }

  async function whyStopped(): Promise<string | null | undefined> {
    return (
      await harness.money.store.reads.transactions.account(harness.chains[1].ref, accounts.float)
    )?.stopped;
  }
});
