import type { JsonRecord } from '@interline/cli';
import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;

describe('float that is moved to another chain over an engine', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness();
  });
  after(() => harness?.stop());

  it('arrives', async () => {
    const dry = await order({ dryRun: true });
    console.log(dry, await balances());
    const done = await order({});
    console.log(done);
    const end = await endOfRoute(harness.client, textField(done['after'] as JsonRecord, 'route'));
    console.log(end, await balances());
    const books = harness.container.get(parts.books);
    console.log(await books.reconcile(), await books.readReconciliation());
    console.log(await books.showBalances({}));
  });

  function order(change: JsonRecord): Promise<JsonRecord> {
    return harness.client.post(
      '/operator/float/rebalance',
      {
        ...{ token: 'USDC', from: source, to: destination, units: '100000000' },
        ...{ maxCostBps: 100, reason: 'too much there' },
        ...change,
      },
      { authorization: `Bearer ${harness.operatorToken}` },
    );
  }

  async function balances() {
    const custody = harness.container.get(parts.custody);
    return Promise.all(
      [source, destination].flatMap((chain) =>
        (['float', 'spender'] as const).map((role) =>
          usdcBalance(harness.devnet, chain, custody.account(role)),
        ),
      ),
    );
  }
});
