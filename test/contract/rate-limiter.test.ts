import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { expect } from 'chai';
import { rateLimiterContract } from './rate-limiter-contract.ts';

rateLimiterContract(
  'memory',
  async (clock) => ({ limiter: memoryRateLimiter(clock), close: async () => undefined }),
  { numRuns: 500 },
);

describe('the rate limiter in memory', () => {
  const perMs = 60_000;

  it('forgets the least lately used of 100,001 buckets, and no other', async () => {
    const limiter = memoryRateLimiter({ monotonic: () => 0, now: () => 0 });
    for (let n = 0; n < 100_000; n += 1) await limiter.take([`from ${n}`], { requests: 1, perMs });
    await limiter.take(['from 0'], { requests: 2, perMs });
    await limiter.take(['one more'], { requests: 1, perMs });

    const answers = await Promise.all(
      ['from 0', 'from 2', 'one more', 'from 1'].map((bucket) =>
        limiter.take([bucket], { requests: bucket === 'from 0' ? 2 : 1, perMs }),
      ),
    );

    expect(answers.map(({ isAdmitted }) => isAdmitted)).to.deep.equal([false, false, false, true]);
  });

  // Two seconds; were each request to move all that are in the window, it would not end in the time
  // a test has.
  it('stays quick in a bucket of a million requests, as the raised limits of load tests have them', async () => {
    let nowMs = 0;
    const limiter = memoryRateLimiter({ monotonic: () => nowMs, now: () => nowMs });
    let taken = 0;
    for (let n = 0; n < 1_000_000; n += 1) {
      nowMs += 0.5;
      taken += Number((await limiter.take(['a'], { requests: 40_000_000, perMs })).isAdmitted);
    }

    expect(taken).to.equal(1_000_000);
  });
});
