import { expect } from 'chai';
import { historyOf, runHistory } from '../support/model/hostile-run.ts';
import { openStoreBench, type StoreBench } from '../support/model/store-bench.ts';

/**
 * A suite: the short histories of the seeds from 1 to `count`, which have to reach these ends.
 * `npm run test:model` runs longer ones, as many as one likes; with `--length short --histories 1`
 * it replays one of these by its seed.
 */
export function describeHistories(count: number, reached: readonly string[]): void {
  describe('a world in which nodes lag and fork, processes die and the store goes back', () => {
    let bench: StoreBench;
    const ends = new Map<string, number>();
    before(async () => {
      bench = await openStoreBench();
    });
    after(() => bench.close());

    it(`pays nobody twice and leaves no payer short in ${count} histories`, async () => {
      for (let seed = 1; seed <= count; seed += 1) {
        const told = await runHistory(bench, historyOf(seed, 'short'));
        expect(told.wrong, `--length short --seed ${seed}`).to.deep.equal([]);
        for (const end of told.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    });

    it('was tried in every way', function () {
      if (ends.size === 0) this.skip();
      for (const end of reached) expect(ends.get(end), end).to.be.greaterThan(0);
    });
  });
}
