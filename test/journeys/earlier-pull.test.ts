import { expect } from 'chai';
import { auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';

const confirmations = 13;

describe('a route whose first pull was taken for lost, and reverted its second', () => {
  let harness: ModelHarness;
  beforeEach(async () => {
    harness = await modelHarness(confirmations);
    await harness.execute(0, 200_000n);
    const [pull = expect.fail()] = await transactions();
    await harness.money.store.run('as-an-earlier-version-left-it', async (tx) => {
      await tx.transactions.moveTransaction(pull.id, 'open', { state: 'displaced' });
      await tx.transactions.releaseReservation(`gas_${pull.id}`);
    });
    await harness.work(60);
    harness.chains[0].mine(confirmations);
  });
  afterEach(() => harness.close());

  it('pays the recipient once', async () => {
    await settleHarness(harness);

    expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: ['DELIVERED'] });
    expect(await ends()).to.deep.equal(['pull mined', 'pull reverted', 'payout mined']);
  });

  it('gives the payer everything back if it cannot be paid: the first pull is what counts', async () => {
    const [{ recipient } = expect.fail()] = harness.transfers;
    harness.chains[1].refused.add(recipient);
    for (let turn = 0; turn < 6; turn += 1) {
      await harness.work(60);
      for (const chain of harness.chains) chain.mine(confirmations);
    }
    await settleHarness(harness);

    expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: ['REFUNDED'] });
    expect(await ends()).to.deep.equal(['pull mined', 'pull reverted', 'refund mined']);
  });

  async function transactions() {
    return harness.money.store.reads.transactions.transactionsOf(harness.transfers[0]?.id ?? '');
  }

  async function ends(): Promise<readonly string[]> {
    return (await transactions()).map(({ purpose, state }) => `${purpose} ${state}`);
  }
});
