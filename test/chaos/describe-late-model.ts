import { expect } from 'chai';
import { auditHarness, auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import { modelHarness } from '../support/model/model-harness.ts';
import { seededChance } from './seeded-chance.ts';

/** More for a long look: LATE_RUNS=1000; one again: LATE_SEED=17. */
const { LATE_RUNS, LATE_SEED } = process.env;

/**
 * A suite: the lives of the seeds from 1 to `runs` on the model. `npm run test:receipts` does the
 * same to real nodes.
 */
export function describeLateModel(runs: number): void {
  const seeds =
    LATE_SEED === undefined
      ? Array.from({ length: Number(LATE_RUNS ?? runs) }, (_, index) => index + 1)
      : [Number(LATE_SEED)];

  describe('nodes that answer null to receipts, at random on either chain', function () {
    if (LATE_RUNS !== undefined) this.timeout(0);

    it(`pay everybody once and take from everybody once: ${seeds.length} runs of 10 transfers`, async () => {
      for (const one of seeds)
        expect(await lateRun(one), `LATE_SEED=${one}`).to.deep.equal({
          wrong: [],
          ends: ['DELIVERED'],
          transactions: ['payout mined', 'pull mined'],
        });
    });
  });
}

/**
 * Ten transfers both ways, by one node or two, with one confirmation or 13, while receipts come and
 * go.
 */
async function lateRun(number: number) {
  const chance = seededChance(number);
  const harness = await modelHarness(chance.pick([1, 13]), undefined, {
    nodes: chance.pick([1, 2]),
  });
  const wrong: string[] = [];
  try {
    for (let step = 0; step < 60; step += 1) {
      if (step % 6 === 0)
        await harness.execute(chance.pick([0, 1]), BigInt(chance.between(1_000, 20_000)));
      const chain = chance.pick(harness.chains);
      const node = chance.pick(harness.custody.nodesOf(chain.ref));
      node.servesReceipts = chance.coin(0.4);
      node.servesTransactions = node.servesReceipts || chance.coin(0.5);
      node.servesHistory = chance.coin(0.7);
      for (const one of harness.chains) one.mine(chance.pick([0, 1, 1, 5]));
      if (chance.coin(0.3)) await harness.read(chain);
      if (chance.coin(0.5)) await harness.sweep();
      await harness.work(chance.pick([0, 60, 240]));
      wrong.push(...(await auditHarness(harness)));
    }
    await settleHarness(harness);
    const settled = await auditSettled(harness);
    const transactions = (
      await Promise.all(
        harness.transfers.map(({ id }) =>
          harness.money.store.reads.transactions.transactionsOf(id),
        ),
      )
    ).flat();
    return {
      wrong: [...wrong, ...settled.wrong, ...harness.refusals],
      ends: [...new Set(settled.stages)],
      transactions: [
        ...new Set(transactions.map(({ purpose, state }) => `${purpose} ${state}`)),
      ].toSorted(),
    };
  } finally {
    await harness.close();
  }
}
