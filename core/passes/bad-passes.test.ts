import type { Quota, RateLimiter } from '@interline/ports';
import { isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import { badPasses, type Presenter } from './bad-passes.ts';

describe('rejected passes', () => {
  const asked: Quota[] = [];
  const limiter: RateLimiter = {
    async take(_buckets, quota) {
      asked.push(quota);
      return { isAdmitted: false, retryAfterMs: 30_000 };
    },
  };
  const bounds = badPasses(limiter, { monotonic: () => 0 });

  it('are bounded for one client, and for all of the private lane a thousand times higher', async () => {
    await bounds.count('192.0.2.7', 'client');
    await bounds.count('the private lane', 'lane');
    const said = [
      refusal('192.0.2.7', 'client'),
      refusal('the private lane', 'lane'),
      refusal('192.0.2.8', 'client'),
    ];

    expect(asked).to.deep.equal([
      { requests: 20, perMs: 60_000 },
      { requests: 20_000, perMs: 60_000 },
    ]);
    expect(said).to.deep.equal([
      '20 passes within 60 s were not taken; this one was not looked at',
      '20000 passes within 60 s were not taken; this one was not looked at',
      null,
    ]);
  });

  it('are bounded by the scale of all limits, for one client and for the private lane', async () => {
    asked.length = 0;
    const doubled = badPasses(limiter, { monotonic: () => 0 }, 2);

    await doubled.count('192.0.2.7', 'client');
    await doubled.count('the private lane', 'lane');

    expect(asked).to.deep.equal([
      { requests: 40, perMs: 60_000 },
      { requests: 40_000, perMs: 60_000 },
    ]);
    expect(refusal('192.0.2.7', 'client', doubled)).to.equal(
      '40 passes within 60 s were not taken; this one was not looked at',
    );
  });

  function refusal(client: string, presenter: Presenter, of = bounds): string | null {
    try {
      of.assertFew(client, presenter);
      return null;
    } catch (error) {
      return isRelayError(error) ? error.message : String(error);
    }
  }
});
