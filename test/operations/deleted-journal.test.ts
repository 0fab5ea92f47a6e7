import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { type ModelHouse, modelHouse } from '../support/model/model-house.ts';
import { type FileJournal, fileJournal } from '../support/model/model-journal.ts';

describe('a service whose data folder was deleted while it ran', () => {
  let journal: FileJournal;
  let house: ModelHouse;
  beforeEach(async () => {
    journal = fileJournal();
    house = await modelHouse(1, undefined, { journal });
  });
  afterEach(() => house.close());

  it('paid four transfers that it had recorded on unlinked files: it refuses them all', async () => {
    await house.execute(0, 1_000n);
    const sent: number[] = [];
    const broadcast = house.custody.broadcast.bind(house.custody);
    house.custody.broadcast = async (envelopes) => {
      sent.push(envelopes.length);
      return broadcast(envelopes);
    };

    rmSync(journal.folder, { recursive: true });
    for (const units of [1_000n, 2_000n, 3_000n, 4_000n]) await house.execute(0, units);

    expect(house.refusals).to.deep.equal(Array(4).fill('STORE_DOWN'));
    expect([house.transfers.length, sent]).to.deep.equal([1, []]);
  });
});
