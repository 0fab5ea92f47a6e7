import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';

describe('payments that wait for a block', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [chainId],
      policy: { payerRevertBudget: asUnits(1n) },
    });
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  const openOf = (payer: string) =>
    harness.container
      .get(parts.store)
      .reads.transactions.openTransactions({ owner: 'payment' })
      .then((open) => open.filter(({ expects }) => expects?.from === payer.toLowerCase()));

  it('are limited to what may fail at our cost, in case their payer empties its balance before them', async () => {
    const facilitator = facilitatorOf(harness, await keyOf(harness));
    const [payer, another] = [await buyer(harness), await buyer(harness)];
    const demand = demandOf(harness);
    const settle = async ({ pay }: typeof payer) =>
      facilitator.settle(await pay(demand), demand).catch(String);
    await stopMining(harness.devnet, chainId);

    const first = settle(payer);
    await until('the first one', async () => ((await openOf(payer.address)).length > 0 ? 1 : null));
    const more = await Promise.all([settle(payer), settle(payer)]);
    const ofAnother = settle(another);
    await until('one of another', async () =>
      (await openOf(another.address)).length > 0 ? 1 : null,
    );
    await resumeMining(harness.devnet, chainId);

    for (const refused of more) expect(refused).to.match(/FACILITATOR_QUOTA/);
    expect(await Promise.all([first, ofAnother])).to.satisfy((all: readonly unknown[]) =>
      all.every((one) => (one as { readonly success: boolean }).success),
    ); // CAST: what a facilitator answers.
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_990_000n);
    expect(await settle(payer)).to.include({ success: true });
  });
});
