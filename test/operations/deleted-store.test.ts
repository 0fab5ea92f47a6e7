import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { type FilePlace, filePlace } from '../support/model/store-place.ts';

describe('a service whose data folder was deleted while it ran', () => {
  let place: FilePlace;
  let harness: ModelHarness;
  beforeEach(async () => {
    place = filePlace();
    harness = await modelHarness(1, undefined, { place });
  });
  afterEach(() => harness.close());

  it('paid four transfers that it had recorded on unlinked files: it refuses them all', async () => {
    await harness.execute(0, 1_000n);
    const sent: number[] = [];
    const broadcast = harness.custody.broadcast.bind(harness.custody);
    harness.custody.broadcast = async (signedTransactions) => {
      sent.push(signedTransactions.length);
      return broadcast(signedTransactions);
    };

    rmSync(place.folder, { recursive: true });
    for (const units of [1_000n, 2_000n, 3_000n, 4_000n]) await harness.execute(0, units);

    expect(harness.refusals).to.deep.equal(Array(4).fill('STORE_DOWN'));
    expect([harness.transfers.length, sent]).to.deep.equal([1, []]);
  });
});
