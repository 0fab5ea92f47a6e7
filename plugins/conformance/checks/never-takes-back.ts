import type { Progress } from '@interline/kernel';
import { never } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';
import { expect } from 'chai';

const maxPolls = 120;
const pollMs = 1_000;
const pollsAfterTheEnd = 5;
const rank: Readonly<Record<Progress['status'], number>> = {
  WAITING: 0,
  FUNDS_REQUIRED: 0,
  AWAITING_DEPOSIT: 0,
  BRIDGING: 1,
  DONE: 2,
  FAILED: 2,
};

export const neverTakesBack: ConformanceCheck = {
  title: 'never goes back in what it says of a transfer, least of all from DONE or FAILED',
  async run(bench) {
    const refs = await bench.refs();
    if (refs.length === 0) return doesNotApply;
    for (const ref of refs) {
      const { rail, world } = bench.seat();
      let last = await rail.track(ref, never());
      let polls = 0;
      for (let left = maxPolls; left > 0 && polls < pollsAfterTheEnd; left -= 1) {
        await world.clock.advance(pollMs);
        const next = await rail.track(ref, never());
        expect(rank[next.status], `${next.status} after ${last.status}`).to.be.at.least(
          rank[last.status],
        );
        if (rank[last.status] === rank.DONE) {
          polls += 1;
          expect(next.status, `after ${last.status}`).to.equal(last.status);
        }
        last = next;
      }
    }
  },
};
