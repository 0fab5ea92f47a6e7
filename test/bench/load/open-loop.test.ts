import { expect } from 'chai';
import { openLoop } from './open-loop.ts';

describe('the open loop', () => {
  it('starts every task when it is due, even if no earlier one has ended', async () => {
    const due: number[] = [];
    const last = Promise.withResolvers<void>();

    const results = await openLoop(4, 1_000, async (dueMs) => {
      due.push(dueMs);
      if (due.length === 4) last.resolve();
      await last.promise;
      return due.length;
    });

    expect(results).to.deep.equal([4, 4, 4, 4]);
    expect(due.map((ms) => Math.round((ms - (due[0] ?? 0)) * 1_000) / 1_000)).to.deep.equal([
      0, 1, 2, 3,
    ]);
  });
});
