import { ManualClock } from '@interline/plugins/testing';
import { expect } from 'chai';
import { TokenBucket } from './token-bucket.ts';

describe('a token bucket', () => {
  it('gives out its limit and then nothing', () => {
    const bucket = new TokenBucket({ requests: 3, perMs: 1_000 }, new ManualClock());

    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).to.deep.equal([true, true, true, false]);
  });

  it('has each token back a window after it was taken, not sooner', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 2, perMs: 1_000 }, clock);
    bucket.take();
    await clock.advance(400);
    bucket.take();

    await clock.advance(599);
    expect([bucket.take(), bucket.waitMs()]).to.deep.equal([false, 1]);
    await clock.advance(1);
    expect([bucket.take(), bucket.take(), bucket.waitMs()]).to.deep.equal([true, false, 400]);
  });

  it('keeps its last tokens from those who must leave some', () => {
    const bucket = new TokenBucket({ requests: 3, perMs: 1_000 }, new ManualClock());

    expect([bucket.take(2), bucket.take(2), bucket.waitMs(2)]).to.deep.equal([true, false, 1_000]);
    expect([bucket.take(), bucket.take(), bucket.take()]).to.deep.equal([true, true, false]);
  });

  it('never lets more through in any window than its limit', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 5, perMs: 1_000 }, clock);
    const takenAtMs: number[] = [];
    for (let step = 0; step < 400; step += 1) {
      if (bucket.take()) takenAtMs.push(clock.monotonic());
      await clock.advance(17);
    }

    const most = Math.max(...takenAtMs.map((fromMs) => takenAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000).length));
    expect(most).to.equal(5);
    expect(takenAtMs).to.have.lengthOf(35);
  });
});
