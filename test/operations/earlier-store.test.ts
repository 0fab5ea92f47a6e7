import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RouteRunner } from '@interline/core/transfer';
import { expect } from 'chai';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { filePlace } from '../support/model/store-place.ts';

/**
 * A SQLite file that the service wrote before its capabilities became modules: three routes whose
 * pulls are committed and were never seen by a chain, one of them with a webhook, one with a
 * refusal under a code that has another name now.
 */
const written = new URL('./fixtures/store-of-15-migrations.sqlite.gz', import.meta.url);
const ids = [1, 3, 5].map((digit) => `rt_${String(digit).padStart(32, '0')}`);

describe('a store that an earlier version wrote', () => {
  let harness: ModelHarness;
  let fresh: ModelHarness;
  beforeEach(async () => {
    // Its chains have seen nothing of the store's accounts.
    fresh = await modelHarness(1);
    const place = filePlace();
    writeFileSync(join(place.folder, 'journal.sqlite'), gunzipSync(readFileSync(written)));
    const { chains } = fresh;
    harness = await modelHarness(1, undefined, {
      backup: { place, chains, transfers: [], payers: 3 },
    });
  });
  afterEach(async () => {
    await harness.close();
    await fresh.close();
  });

  it('opens with its routes under way, which are delivered with the pulls they had signed', async () => {
    const [base, arbitrum] = harness.chains;
    const runner = new RouteRunner(harness.money, new AbortController().signal);
    const run = (): Promise<unknown> => Promise.all(ids.map((id) => runner.run(id, 60)));

    await harness.sweep();
    for (let turn = 0; turn < 8; turn += 1) {
      base.mine(2);
      arbitrum.mine(2);
      await run();
    }

    const routes = await Promise.all(ids.map((id) => harness.store.reads.transfers.route(id)));
    expect(routes.map((route) => [route?.status, route?.delivered])).to.deep.equal([
      ['DONE', 199_840n],
      ['DONE', 149_880n],
      ['DONE', 9_992n],
    ]);
    expect(harness.breaches).to.deep.equal([]);
    expect(await owedTo('wh_1')).to.deep.equal(['waiting']);
  });

  it('shows what it refused under the name that the code has now', async () => {
    const route = await harness.store.reads.transfers.route(ids[2] ?? '');

    expect(route?.refusals).to.deep.equal([
      { rail: 'other', code: 'ACCOUNT_STOPPED', reason: 'eip155:10: the account is stopped' },
    ]);
  });

  async function owedTo(hookId: string): Promise<readonly string[]> {
    const deliveries = await harness.store.reads.webhooks.deliveriesOf(hookId);
    return deliveries.map(({ state }) => state);
  }
});
