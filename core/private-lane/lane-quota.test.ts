import { isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import { laneQuota } from './lane-quota.ts';

const hourMs = 3_600_000;

describe('the published limit of the private lane', () => {
  it('does not change when a request comes, and is delayed by up to an hour', async () => {
    const { quota, at, take } = given();

    const told = [quota.published()];
    take(12_345);
    await at(hourMs - 30_000);
    told.push(quota.published());
    take(11_000);
    await at(hourMs - 1);
    told.push(quota.published());
    await at(hourMs, false);
    told.push(quota.published());
    take(3);
    await at(hourMs + 1);
    told.push(quota.published());
    await at(2 * hourMs, false);
    told.push(quota.published());

    expect(told).to.deep.equal([20_000, 20_000, 20_000, 11_000, 11_000, 20_000]);
  });

  it('is shown in whole thousands, so that one more request is not visible', async () => {
    const { quota, at, take } = given();
    const told: number[] = [];
    for (const [hour, left] of [19_999, 19_001, 19_000, 18_999, 1, 0].entries()) {
      take(left);
      await at((hour + 1) * hourMs - 1);
      await at((hour + 1) * hourMs, false);
      told.push(quota.published());
    }

    expect(told).to.deep.equal([20_000, 20_000, 19_000, 19_000, 1_000, 0]);
  });

  it("covers the hour that ended, even if the new hour's first request comes before any reader asks", async () => {
    const { quota, at, take } = given();
    take(7_000);
    await at(hourMs - 1);
    take(500);
    await at(hourMs);

    expect(quota.published()).to.equal(7_000);
  });

  it('is the full quota if the last request came more than a minute before the hour', async () => {
    const { quota, at, take } = given();
    take(7_000);
    await at(hourMs - 60_000);
    await at(hourMs, false);

    expect(quota.published()).to.equal(20_000);
  });
});

describe("the private lane's limit", () => {
  const laneOf = () => {
    const clock = { ms: 60_000 };
    const now = (): number => clock.ms;
    const counts = new Map<string, number>();
    const quota = laneQuota(
      {
        async take([bucket = ''], { requests }) {
          const taken = counts.get(bucket) ?? 0;
          if (taken >= requests) return { isAdmitted: false, retryAfterMs: 1_234 };
          counts.set(bucket, taken + 1);
          return { isAdmitted: true, remaining: requests - taken - 1, freesInMs: 1_234 };
        },
      },
      { now },
    );
    /**
     * How many of 6,000 requests of that address are accepted: the gateway's limit for one address.
     */
    const flood = async (sender: string): Promise<number> => {
      let taken = 0;
      for (let n = 0; n < 6_000; n += 1)
        await quota.admit(sender).then(
          () => (taken += 1),
          () => undefined,
        );
      return taken;
    };
    return { clock, quota, flood };
  };

  it('is not used up by four addresses, which would block all others: each has a quarter of what is left', async () => {
    const { flood, quota } = laneOf();
    const taken = [];
    for (const sender of ['a', 'b', 'c', 'd', 'e', 'f']) taken.push(await flood(sender));
    await quota.admit('somebody else');

    expect(taken).to.deep.equal([4_000, 3_250, 2_562, 2_062, 1_687, 1_375]);
  });

  it('gives one address the same share whether or not a stranger sent one request meanwhile, which would reveal the stranger', async () => {
    const shareAfter = async (fillers: number, strangers: number): Promise<number> => {
      const { flood, quota } = laneOf();
      for (let n = 0; n < fillers; n += 1) await quota.admit('an outsider');
      for (let n = 0; n < strangers; n += 1) await quota.admit('a stranger');
      return flood('an outsider');
    };
    const table = [];
    for (const fillers of [0, 3_996, 3_999])
      table.push([await shareAfter(fillers, 0), await shareAfter(fillers, 1)]);

    expect(table).to.deep.equal([
      [4_000, 4_000],
      [4, 4],
      [1, 1],
    ]);
  });

  it('is refilled at the next whole minute, which the refusal names', async () => {
    const { clock, flood, quota } = laneOf();
    clock.ms = 90_000.5;
    await flood('a');
    const refused = await quota
      .admit('a')
      .catch((error: unknown) => isRelayError(error) && error.details);
    clock.ms = 120_000;

    expect([refused, await flood('a')]).to.deep.equal([{ retryAfterMs: 30_000 }, 4_000]);
  });
});

function given() {
  let nowMs = 0;
  let remaining = 20_000;
  const rateLimiter = {
    take: async () => ({ isAdmitted: true, remaining, freesInMs: 0 }) as const,
  };
  const quota = laneQuota(rateLimiter, { now: () => nowMs });
  return {
    quota,
    /** What the next request leaves. */
    take: (left: number): void => {
      remaining = left;
    },
    at: async (ms: number, isAsked = true): Promise<void> => {
      nowMs = ms;
      if (isAsked) await quota.admit('192.0.2.1');
    },
  };
}
