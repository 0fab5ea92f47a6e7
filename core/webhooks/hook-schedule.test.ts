import { expect } from 'chai';
import { mostTries, nextTryMs } from './deliver-hook.ts';

const least = { hex: () => '00000000' };
const most = { hex: () => 'ffffffff' };

describe('the schedule of a hook', () => {
  it('has ten tries over three days, each wait up to a fifth longer', () => {
    const waits = (entropy: typeof least) =>
      Array.from({ length: 9 }, (_, at) => (nextTryMs(at + 1, 1_000, null, entropy) ?? 0) - 1_000);

    expect(mostTries).to.equal(10);
    expect(waits(least)).to.deep.equal([
      5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000,
      86_400_000,
    ]);
    expect(waits(most)).to.deep.equal([
      6_000, 360_000, 2_160_000, 8_640_000, 21_600_000, 43_200_000, 60_480_000, 86_400_000,
      103_680_000,
    ]);
    expect([nextTryMs(10, 1_000, null, least), nextTryMs(11, 1_000, 5_000, most)]).to.deep.equal([
      null,
      null,
    ]);
  });

  it('waits as long as the endpoint asks, and no longer than a day', () => {
    expect(nextTryMs(1, 0, 60_000, least)).to.equal(60_000);
    expect(nextTryMs(1, 0, 4_999, least)).to.equal(5_000);
    expect(nextTryMs(1, 0, 999_999_999_000, least)).to.equal(86_400_000);
  });
});
