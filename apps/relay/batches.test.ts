import { expect } from 'chai';
import { batches } from './batches.ts';

const hourMs = 3_600_000;

describe("a relay's report about its ticks", () => {
  it('has the median number of senders of the last full hour, and never changes with a request', async () => {
    let nowMs = 0;
    const queue = batches(5, () => nowMs);
    const forwarded = (sender: string): Promise<void> =>
      new Promise((resolve) => {
        queue.forward({ sender, run: resolve });
      });
    const tickOf = async (senders: number): Promise<number> => {
      const all = Array.from({ length: senders }, (_, at) => forwarded(`sender ${at}`));
      await Promise.all([...all, forwarded('sender 0')]);
      return queue.medianOccupancy();
    };

    const first = [await tickOf(2), await tickOf(4), await tickOf(4)];
    nowMs = hourMs;
    const second = [queue.medianOccupancy(), await tickOf(1)];
    nowMs = 2 * hourMs - 1;
    second.push(queue.medianOccupancy());
    nowMs = 2 * hourMs;
    const third = queue.medianOccupancy();
    nowMs = 4 * hourMs;
    const afterAnEmptyOne = queue.medianOccupancy();
    queue.stop();

    expect([first, second, third, afterAnEmptyOne]).to.deep.equal([[0, 0, 0], [4, 4, 4], 1, 0]);
  });
});
