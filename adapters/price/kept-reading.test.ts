import { expect } from 'chai';
import { keptReading } from './kept-reading.ts';

describe('a kept reading', () => {
  it('is read once for all callers at one time, and given out for 10 s from its start', async () => {
    let nowMs = 0;
    let reads = 0;
    const clock = { monotonic: () => nowMs };
    const reading = keptReading(clock, async () => {
      reads += 1;
      await Promise.resolve();
      nowMs += 2_000;
      return reads;
    });

    const first = await Promise.all([reading(), reading(), reading()]);
    nowMs = 9_999;
    const kept = await reading();
    nowMs = 10_000;

    expect([first, kept, await reading(), reads]).to.deep.equal([[1, 1, 1], 1, 2, 2]);
  });
});
