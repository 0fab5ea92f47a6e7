import type { Transaction } from '@interline/kernel';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, sign } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { expect } from 'chai';

const [source, destination] = [8453, 42161];
const units = 100_000_000n;
const engines = [
  'lifi',
  'relay',
  'across',
  'socket',
  'debridge',
  'symbiosis',
  'stargate',
  'oneclick',
];

describe('transfers over one engine that start at once where transactions are merged', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({ chainIds: [source, destination], batching: [source] });
  });
  after(() => harness?.stop());

  for (const engine of ['across', 'lifi']) {
    it(`are all done over ${engine}: it knows a transfer by the transaction that handed it over`, async () => {
      const excludeRails = engines.filter((one) => one !== engine);
      const payers = await Promise.all(
        Array.from({ length: 4 }, () => freshPayer(harness, source, units)),
      );
      const bodies = await Promise.all(
        payers.map((payer) =>
          sign(harness, payer, { from: source, to: destination, units, excludeRails }),
        ),
      );

      const receipts = await Promise.all(
        bodies.map(({ body }) => harness.client.post('/api/route/execute', body)),
      );
      const ends = await Promise.all(
        receipts.map((receipt) => endOfRoute(harness.client, textField(receipt, 'id'))),
      );

      expect(ends.map((end) => end['status'])).to.deep.equal(['DONE', 'DONE', 'DONE', 'DONE']);
      expect(new Set(ends.map((end) => end['srcTx'])).size).to.equal(4);
    });
  }

  it("go another way when the first engine's call fails in the block, though it had passed before", async () => {
    const payer = await freshPayer(harness, source, units);
    // Of these two the order does not change with the price of gas.
    const excludeRails = engines.filter((one) => one !== 'oneclick' && one !== 'across');
    const { body } = await sign(harness, payer, {
      from: source,
      to: destination,
      units,
      excludeRails,
    });
    await stopMining(harness.devnet, source);
    const receipt = await harness.client.post('/api/route/execute', body);
    const id = textField(receipt, 'id');
    const call = await sentCall(id);
    // 1Click is given the money by a plain transfer to its address.
    await setBlacklisted(
      harness.devnet,
      source,
      `0x${String(call.multicall?.call['data']).slice(34, 74)}`,
      true,
    );
    await resumeMining(harness.devnet, source);

    const end = await endOfRoute(harness.client, id);

    expect(receipt['aggregator']).to.equal('oneclick');
    expect(end).to.include({ status: 'DONE', aggregator: 'across' });
  });

  async function sentCall(id: string): Promise<Transaction> {
    return until('the call', async () =>
      (await harness.container.get(parts.store).reads.transactions.transactionsOf(id)).find(
        (one) => one.purpose === 'call' && one.multicall?.carried != null,
      ),
    );
  }
});
