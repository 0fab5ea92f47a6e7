import { expect } from 'chai';
import { sharedReading } from './shared-reading.ts';

const { signal } = new AbortController();

describe('a reading that many ask for', () => {
  it('is made once for all who asked before it began, and once more for those who asked during it', async () => {
    const node = heldReadings();
    const first = node.read(signal);
    const later = Array.from({ length: 1_000 }, () => node.read(signal));

    node.finish(0, 'at block 7');
    node.finish(1, 'at block 8');

    expect(await first).to.equal('at block 7');
    expect(new Set(await Promise.all(later))).to.deep.equal(new Set(['at block 8']));
    expect(node.count()).to.equal(2);
  });

  it('fails for those it was made for, and is made again for the others', async () => {
    const node = heldReadings();
    const first = node.read(signal).catch(String);
    const second = node.read(signal);

    node.fail(0, 'busy');
    expect(await first).to.equal('Error: busy');
    node.finish(1, 'at block 7');

    expect(await second).to.equal('at block 7');
  });

  it('goes on for the others where one gives up', async () => {
    const node = heldReadings();
    const impatient = new AbortController();
    const given = node.read(impatient.signal).catch(String);
    const patient = node.read(signal);

    impatient.abort(new Error('too late'));
    expect(await given).to.equal('Error: too late');
    node.finish(0, 'at block 7');
    await Promise.resolve();
    node.finish(1, 'at block 8');

    expect(await patient).to.equal('at block 8');
  });
});

function heldReadings() {
  const held: PromiseWithResolvers<string>[] = [];
  const at = (index: number): PromiseWithResolvers<string> =>
    (held[index] ??= Promise.withResolvers<string>());
  let begun = 0;
  return {
    read: sharedReading(() => at(begun++).promise),
    finish: (index: number, answer: string) => at(index).resolve(answer),
    fail: (index: number, why: string) => at(index).reject(new Error(why)),
    count: () => begun,
  };
}
