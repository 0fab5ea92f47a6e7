import { expect } from 'chai';
import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';

describe('the books', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  it('balance', async () => {
    const payer = await freshPayer(harness, 8453, 7_000_000n);
    const books = harness.container.get(parts.books);
    console.log(await books.reconcile());
    const receipt = (await send(harness, payer, { from: 8453, to: 42161, units: 6_000_000n }))
      .receipt;
    await endOfRoute(harness.client, textField(receipt, 'id'));
    console.log(await books.reconcile());
    console.log(await books.showBalances({}));
    console.log(await books.readReconciliation());
    expect(1).to.equal(1);
  });
});
