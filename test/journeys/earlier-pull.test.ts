import { expect } from 'chai';
import { auditSettled, settleHouse } from '../support/model/audit-house.ts';
import { type ModelHouse, modelHouse } from '../support/model/model-house.ts';

const confirmations = 13;

describe('a route whose first pull was taken for lost, and reverted its second', () => {
  let house: ModelHouse;
  beforeEach(async () => {
    house = await modelHouse(confirmations);
    await house.execute(0, 200_000n);
    const [pull = expect.fail()] = await effects();
    await house.money.store.run('as-an-earlier-version-left-it', async (tx) => {
      await tx.transactions.moveEffect(pull.id, 'open', { state: 'displaced' });
      await tx.transactions.releaseReservation(`gas_${pull.id}`);
    });
    await house.work(60);
    house.chains[0].mine(confirmations);
  });
  afterEach(() => house.close());

  it('pays the recipient once', async () => {
    await settleHouse(house);

    expect(await auditSettled(house)).to.deep.equal({ wrong: [], stages: ['DELIVERED'] });
    expect(await ends()).to.deep.equal(['pull mined', 'pull reverted', 'payout mined']);
  });

  it('gives the payer everything back where it cannot be paid: the first pull is what counts', async () => {
    const [{ recipient } = expect.fail()] = house.transfers;
    house.chains[1].refused.add(recipient);
    for (let turn = 0; turn < 6; turn += 1) {
      await house.work(60);
      for (const chain of house.chains) chain.mine(confirmations);
    }
    await settleHouse(house);

    expect(await auditSettled(house)).to.deep.equal({ wrong: [], stages: ['REFUNDED'] });
    expect(await ends()).to.deep.equal(['pull mined', 'pull reverted', 'refund mined']);
  });

  async function effects() {
    return house.money.store.reads.transactions.effectsOf(house.transfers[0]?.id ?? '');
  }

  async function ends(): Promise<readonly string[]> {
    return (await effects()).map(({ purpose, state }) => `${purpose} ${state}`);
  }
});
