import { expect } from 'chai';
import { auditHouse, auditSettled, settleHouse } from '../support/model/audit-house.ts';
import { modelHouse } from '../support/model/model-house.ts';
import { seededChance } from './seeded-chance.ts';

/**
 * More for a long look: LATE_RUNS=1000; one again: LATE_SEED=17. `npm run test:receipts` does the
 * same to real nodes.
 */
const { LATE_RUNS: runs = '20', LATE_SEED: seed } = process.env;
const seeds =
  seed === undefined
    ? Array.from({ length: Number(runs) }, (_, index) => index + 1)
    : [Number(seed)];

describe('nodes that answer null to receipts, at random on either chain', function () {
  this.timeout(seeds.length * 10_000);

  it(`pay everybody once and take from everybody once: ${seeds.length} runs of 10 transfers`, async () => {
    for (const one of seeds)
      expect(await lateRun(one), `LATE_SEED=${one}`).to.deep.equal({
        wrong: [],
        ends: ['DELIVERED'],
        effects: ['payout mined', 'pull mined'],
      });
  });
});

/**
 * Ten transfers both ways, by one node or two, with one confirmation or 13, while receipts come and
 * go.
 */
async function lateRun(number: number) {
  const chance = seededChance(number);
  const house = await modelHouse(chance.pick([1, 13]), undefined, { nodes: chance.pick([1, 2]) });
  const wrong: string[] = [];
  try {
    for (let step = 0; step < 60; step += 1) {
      if (step % 6 === 0)
        await house.execute(chance.pick([0, 1]), BigInt(chance.between(1_000, 20_000)));
      const chain = chance.pick(house.chains);
      const node = chance.pick(house.custody.nodesOf(chain.ref));
      node.servesReceipts = chance.coin(0.4);
      node.servesTransactions = node.servesReceipts || chance.coin(0.5);
      node.servesHistory = chance.coin(0.7);
      for (const one of house.chains) one.mine(chance.pick([0, 1, 1, 5]));
      if (chance.coin(0.3)) await house.read(chain);
      if (chance.coin(0.5)) await house.sweep();
      await house.work(chance.pick([0, 60, 240]));
      wrong.push(...(await auditHouse(house)));
    }
    await settleHouse(house);
    const settled = await auditSettled(house);
    const effects = (
      await Promise.all(
        house.transfers.map(({ id }) => house.money.store.reads.transactions.effectsOf(id)),
      )
    ).flat();
    return {
      wrong: [...wrong, ...settled.wrong, ...house.refusals],
      ends: [...new Set(settled.stages)],
      effects: [...new Set(effects.map(({ purpose, state }) => `${purpose} ${state}`))].toSorted(),
    };
  } finally {
    await house.close();
  }
}
