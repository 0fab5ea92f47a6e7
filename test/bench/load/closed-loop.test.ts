import { expect } from 'chai';
import { closedLoop } from './closed-loop.ts';

describe('the closed loop', () => {
  it('runs every task once and never more at once than configured', async () => {
    let running = 0;
    let most = 0;
    const tasks = Array.from({ length: 9 }, (_, at) => async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return at;
    });

    const { results } = await closedLoop(tasks, 4);

    expect(results).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).to.equal(4);
  });
});
