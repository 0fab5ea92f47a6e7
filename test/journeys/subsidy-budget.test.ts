import { textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { executeFrom } from '../support/execute-from.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { stockRail } from '../support/stock-rail.ts';

const base = 8453;
const arbitrum = 42161;
const units = 1_000_000n;
const budget = 'subsidy:eip155:42161';
const reason = "today's gas subsidy is spent; it is whole again at midnight UTC";

describe("a day's gas subsidy of one transfer", () => {
  let harness: Harness;
  beforeEach(async () => {
    const charge = { budget, units: asUnits(7_000n), limit: asUnits(13_999n), reason };
    harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [stockRail({ plan: { charges: [charge] } })],
    });
  });
  afterEach(() => harness.stop());

  it('is given to one of two that ask at once, and the other learns when the next day begins', async () => {
    const payers = [await funded(), await funded()];
    await stopMining(harness.devnet, base);

    const answers = await Promise.allSettled(payers.map((payer) => send(harness, payer, transfer)));
    await resumeMining(harness.devnet, base);
    const refused = await refusalOf(Promise.all(answers.map(valueOf)));

    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected']);
    expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
    expect(refused.body['error']).to.contain(reason);
    expect(Number(refused.body['retryAfterMs'])).to.be.within(1, 86_400_000);
    expect(await spent()).to.equal(7_000n);
  });

  it('is given back if the pull reverts, since nothing was paid, and then serves another', async () => {
    const payer = await funded();
    await stopMining(harness.devnet, base);
    const { receipt } = await send(harness, payer, transfer);
    const whileOpen = await spent();
    await spendElsewhere(harness.devnet, base, payer, 1n);
    await resumeMining(harness.devnet, base);
    const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
    const afterwards = await spent();

    const other = await send(harness, await funded(), transfer);

    expect(ended).to.include({ status: 'FAILED', stage: 'NOT_PULLED' });
    expect([whileOpen, afterwards]).to.deep.equal([7_000n, 0n]);
    expect(await endOfRoute(harness.client, textField(other.receipt, 'id'))).to.include({
      status: 'DONE',
    });
    expect(await spent()).to.equal(7_000n);
  });

  const transfer = { from: base, to: arbitrum, units };

  function funded(): Promise<Payer> {
    return freshPayer(harness, base, units);
  }

  function spent(): Promise<bigint> {
    const today = new Date().toISOString().slice(0, 10);
    return harness.container.get(parts.store).reads.transactions.spent(budget, today);
  }
});

describe("a day's gas subsidy that is there for all", () => {
  let harness: Harness;
  beforeEach(async () => {
    const charge = { budget, units: asUnits(7_000n), limit: asUnits(70_000n), reason };
    harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [stockRail({ plan: { charges: [{ ...charge, isShared: true }] } })],
      // Half of the day for one client, a fifth for one payer.
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(5n * 10n ** 19n),
        payerRevertBudget: asUnits(2n * 10n ** 19n),
      },
    });
  });
  afterEach(() => harness.stop());

  it('is given to one payer up to its share, with the time when the next day begins, and to others as well', async () => {
    const greedy = await freshPayer(harness, base, 3n * units);
    for (let turn = 0; turn < 2; turn += 1) await delivered(greedy);

    const refused = await refusalOf(send(harness, greedy, transfer));
    await delivered(await freshPayer(harness, base, units));

    expect(refused.body['errorCode']).to.equal('BUDGET_SPENT');
    expect(refused.body['error']).to.contain(
      "today's share of this payer in subsidy:eip155:42161 is spent, 14000 of 70000; it is whole again at midnight UTC",
    );
    expect(Number(refused.body['retryAfterMs'])).to.be.within(1, 86_400_000);
  });

  it('is given to one client up to its share, whatever payers it sends, and to another client as well', async () => {
    const payers = await Promise.all(
      Array.from({ length: 5 }, () => freshPayer(harness, base, units)),
    );
    for (const payer of payers) await delivered(payer);
    const { body } = await sign(harness, await freshPayer(harness, base, units), transfer);

    const refused = await executeFrom(harness, '127.0.0.1', body);
    const elsewhere = await executeFrom(harness, '127.0.0.2', body);

    expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
    expect(refused.body['error']).to.contain(
      "today's share of this client in subsidy:eip155:42161 is spent, 35000 of 70000; it is whole again at midnight UTC",
    );
    expect(elsewhere.body).to.include({ status: 'BRIDGING' });
  });

  async function delivered(payer: Payer): Promise<void> {
    const { receipt } = await send(harness, payer, transfer);
    expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
      status: 'DONE',
    });
  }

  const transfer = { from: base, to: arbitrum, units };
});

async function valueOf<T>(settled: PromiseSettledResult<T>): Promise<T> {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
