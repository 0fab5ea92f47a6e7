import type { Admission, Clock, Quota, RememberingLimiter } from '@interline/ports';
import { expect } from 'chai';
import fc from 'fast-check';

export interface ContractLimiter {
  readonly limiter: RememberingLimiter;
  close(): Promise<void>;
}

/** What every limiter must keep. `open` gives an empty one that tells the time by the clock. */
export function rateLimiterContract(
  name: string,
  open: (clock: Pick<Clock, 'now' | 'monotonic'>) => Promise<ContractLimiter>,
  { numRuns = 50 } = {},
): void {
  describe(`the rate limiter on ${name}`, () => {
    let opened: ContractLimiter;
    let nowMs: number;
    beforeEach(async () => {
      nowMs = 1_763_600_000_000;
      opened = await open({ now: () => nowMs, monotonic: () => nowMs });
    });
    afterEach(async () => opened.close());

    const quota: Quota = { requests: 3, perMs: 60_000 };
    const take = (...buckets: readonly string[]): Promise<Admission> =>
      opened.limiter.take(buckets, quota);
    const takeAt = async (ms: number, ...buckets: readonly string[]): Promise<Admission> => {
      nowMs = 1_763_600_000_000 + ms;
      return take(...buckets);
    };

    it('takes as many as the quota has and not one more, and says how many are left', async () => {
      const answers = [
        await takeAt(0, 'a'),
        await takeAt(10_000, 'a'),
        await takeAt(20_000, 'a'),
        await takeAt(30_000, 'a'),
      ];

      expect(answers).to.deep.equal([
        { isAdmitted: true, remaining: 2, freesInMs: 60_000 },
        { isAdmitted: true, remaining: 1, freesInMs: 50_000 },
        { isAdmitted: true, remaining: 0, freesInMs: 40_000 },
        { isAdmitted: false, retryAfterMs: 30_000 },
      ]);
    });

    it('takes the next one when the oldest leaves the window, to the millisecond', async () => {
      for (const ms of [0, 10_000, 20_000]) await takeAt(ms, 'a');

      expect(await takeAt(59_999, 'a')).to.deep.equal({ isAdmitted: false, retryAfterMs: 1 });
      expect(await takeAt(60_000, 'a')).to.deep.equal({
        isAdmitted: true,
        remaining: 0,
        freesInMs: 10_000,
      });
      expect(await takeAt(69_999, 'a')).to.deep.equal({ isAdmitted: false, retryAfterMs: 1 });
    });

    it('lets no burst through around the edge of a minute', async () => {
      for (let n = 0; n < 3; n += 1) await takeAt(59_900, 'a');

      expect(await takeAt(60_100, 'a')).to.deep.equal({ isAdmitted: false, retryAfterMs: 59_800 });
      expect(await takeAt(119_899, 'a')).to.deep.equal({ isAdmitted: false, retryAfterMs: 1 });
    });

    it('does not count what it refused', async () => {
      for (let n = 0; n < 3; n += 1) await takeAt(0, 'a');
      for (let ms = 1; ms < 60_000; ms += 1_000) await takeAt(ms, 'a');

      expect(await takeAt(60_000, 'a')).to.deep.equal({
        isAdmitted: true,
        remaining: 2,
        freesInMs: 60_000,
      });
    });

    it('counts buckets apart', async () => {
      for (let n = 0; n < 4; n += 1) await take('a');

      expect(await take('b')).to.deep.equal({ isAdmitted: true, remaining: 2, freesInMs: 60_000 });
    });

    it('asks all buckets of a request, goes by the fullest, and counts in none when one is full', async () => {
      await takeAt(0, 'a');
      const both = await takeAt(5_000, 'a', 'b');
      await takeAt(6_000, 'a');
      const refused = await takeAt(7_000, 'a', 'b');

      expect([both, refused]).to.deep.equal([
        { isAdmitted: true, remaining: 1, freesInMs: 55_000 },
        { isAdmitted: false, retryAfterMs: 53_000 },
      ]);
      expect(await takeAt(8_000, 'b')).to.deep.equal({
        isAdmitted: true,
        remaining: 1,
        freesInMs: 57_000,
      });
    });

    it('takes exactly the quota of many that ask at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          opened.limiter.take(['a', 'b'], { requests: 40, perMs: 60_000 }),
        ),
      );

      expect(answers.filter(({ isAdmitted }) => isAdmitted)).to.have.length(40);
    });

    it('follows a quota that was lowered, and one that was raised', async () => {
      for (const ms of [0, 1_000, 2_000]) await takeAt(ms, 'a');

      expect(await opened.limiter.take(['a'], { requests: 1, perMs: 60_000 })).to.deep.equal({
        isAdmitted: false,
        retryAfterMs: 60_000,
      });
      expect(await opened.limiter.take(['a'], { requests: 5, perMs: 60_000 })).to.deep.equal({
        isAdmitted: true,
        remaining: 1,
        freesInMs: 58_000,
      });
    });

    const bornMs = 1_763_600_000_000;
    const seenAt = async (ms: number, name: string) => {
      nowMs = bornMs + ms;
      const { isNew, sinceMs } = await opened.limiter.takeOnce(name, 240_000);
      return [isNew, sinceMs - bornMs];
    };

    it('takes once what may come once, and says since when it remembers and by which clock', async () => {
      const first = await opened.limiter.takeOnce('a', 240_000);

      expect(first).to.deep.equal({ isNew: true, sinceMs: bornMs, nowMs: bornMs });
      expect(await seenAt(1, 'a')).to.deep.equal([false, 0]);
      expect(await seenAt(239_999, 'a')).to.deep.equal([false, 0]);
      expect(await seenAt(239_999, 'b')).to.deep.equal([true, 0]);
    });

    it('takes nothing twice if the clock is set back by a second', async () => {
      await seenAt(10_000, 'a');

      expect(await seenAt(9_000, 'a')).to.deep.equal([false, 0]);
    });

    it('takes nothing twice if it forgot it by a clock that was ahead: it says that it did', async () => {
      await seenAt(3_600_000, 'dated ahead');
      await seenAt(3_900_000, 'another');
      await opened.limiter.takeOnce('another', 240_000);
      const [isNew, sinceMs = 0] = await seenAt(3_590_000, 'dated ahead');

      // What it was taken for is refused as a date before that, or as one that is remembered.
      expect(isNew ? sinceMs : 3_600_001).to.equal(3_600_001);
    });

    it('never admits more than the quota in any window, and never makes a caller wait longer than that takes', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 4 }),
          fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 }),
          async (requests, pauses) => {
            run += 1;
            const taken: number[] = [];
            for (const pause of pauses) {
              nowMs += pause;
              const inWindow = taken.filter((at) => at + 100 > nowMs);
              const answer = await opened.limiter.take([`run ${run}`], { requests, perMs: 100 });
              expect(answer.isAdmitted).to.equal(inWindow.length < requests);
              if (answer.isAdmitted) taken.push(nowMs);
              else
                expect(nowMs + answer.retryAfterMs).to.equal((inWindow.at(-requests) ?? 0) + 100);
            }
          },
        ),
        { numRuns },
      );
    });
  });
}
