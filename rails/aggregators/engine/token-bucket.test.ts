import fc from 'fast-check';
import { ManualClock } from '@interline/plugins/testing';
import { expect } from 'chai';
import { TokenBucket } from './token-bucket.ts';

const ours = { shares: [], leaves: 0 };

describe('a token bucket', () => {
  it('gives out its limit and then nothing', () => {
    const bucket = new TokenBucket({ requests: 3, perMs: 1_000 }, new ManualClock());

    expect([
      bucket.take(ours),
      bucket.take(ours),
      bucket.take(ours),
      bucket.take(ours),
    ]).to.deep.equal([true, true, true, false]);
  });

  it('returns each token one window after it was taken, not sooner', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 2, perMs: 1_000 }, clock);
    bucket.take(ours);
    await clock.advance(400);
    bucket.take(ours);

    await clock.advance(599);
    expect([bucket.take(ours), bucket.waitMs(ours)]).to.deep.equal([false, 1]);
    await clock.advance(1);
    expect([bucket.take(ours), bucket.take(ours), bucket.waitMs(ours)]).to.deep.equal([
      true,
      false,
      400,
    ]);
  });

  it('keeps its last tokens from callers that must leave some', () => {
    const bucket = new TokenBucket({ requests: 3, perMs: 1_000 }, new ManualClock());

    expect([
      bucket.take({ ...ours, leaves: 2 }),
      bucket.take({ ...ours, leaves: 2 }),
      bucket.waitMs({ ...ours, leaves: 2 }),
    ]).to.deep.equal([true, false, 1_000]);
    expect([bucket.take(ours), bucket.take(ours), bucket.take(ours)]).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it('never lets more through in any window than its limit', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 5, perMs: 1_000 }, clock);
    const takenAtMs: number[] = [];
    for (let step = 0; step < 400; step += 1) {
      if (bucket.take(ours)) takenAtMs.push(clock.monotonic());
      await clock.advance(17);
    }

    const most = Math.max(
      ...takenAtMs.map(
        (fromMs) => takenAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000).length,
      ),
    );
    expect(most).to.equal(5);
    expect(takenAtMs).to.have.lengthOf(35);
  });

  it('gives one client half of it, the next one half of the rest, and everything left to our own work', () => {
    const bucket = new TokenBucket({ requests: 75, perMs: 7_200_000 }, new ManualClock());
    const takenBy = (share: string): number =>
      countUntilRefused(() => bucket.take({ shares: [share], leaves: 15 }));

    expect([takenBy('alice'), takenBy('bob'), takenBy('carol')]).to.deep.equal([30, 15, 8]);
    expect(countUntilRefused(() => bucket.take(ours))).to.equal(22);
  });

  it('gives clients that ask in turn the same, and leaves as much for the next one', () => {
    const bucket = new TokenBucket({ requests: 60, perMs: 60_000 }, new ManualClock());
    const held: Record<string, number> = { alice: 0, bob: 0, carol: 0 };
    for (let turn = 0; turn < 40; turn += 1) {
      for (const share of Object.keys(held))
        if (bucket.take({ shares: [share], leaves: 0 })) held[share] = (held[share] ?? 0) + 1;
    }

    expect(held).to.deep.equal({ alice: 15, bob: 15, carol: 15 });
    expect(bucket.waitMs({ shares: ['dave'], leaves: 0 })).to.equal(0);
  });

  it('serves a client that asks continuously for two hours, and also another one whenever it comes', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 75, perMs: 7_200_000 }, clock);
    let refused = 0;
    for (let minute = 0; minute < 120; minute += 1) {
      for (let request = 0; request < 40; request += 1)
        bucket.take({ shares: ['mallory'], leaves: 15 });
      if (minute % 12 === 0 && !bucket.take({ shares: ['alice'], leaves: 15 })) refused += 1;
      await clock.advance(60_000);
    }

    expect(refused).to.equal(0);
  });

  it('reports to a client when its own share has room again, not when the bucket has', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 4, perMs: 1_000 }, clock);
    const alice = { shares: ['alice'], leaves: 0 };
    bucket.take(alice);
    await clock.advance(300);
    bucket.take(alice);

    expect([
      bucket.waitMs(alice),
      bucket.waitMs({ shares: ['bob'], leaves: 0 }),
      bucket.waitMs(ours),
    ]).to.deep.equal([700, 0, 0]);
    await clock.advance(699);
    expect(bucket.take(alice)).to.equal(false);
    await clock.advance(1);
    expect(bucket.take(alice)).to.equal(true);
  });

  it('gives an address that shows ten keys no more than one that shows none, and a key of ten addresses no more', () => {
    const taken = (sharesOf: (turn: number) => readonly string[]): number => {
      const bucket = new TokenBucket({ requests: 60, perMs: 60_000 }, new ManualClock());
      let turn = 0;
      return countUntilRefused(() => bucket.take({ shares: sharesOf((turn += 1)), leaves: 0 }));
    };

    expect([
      taken(() => ['address']),
      taken((turn) => ['address', `key ${turn % 10}`]),
      taken((turn) => [`address ${turn % 10}`, 'key']),
    ]).to.deep.equal([30, 30, 30]);
  });

  it('reports to a caller with two shares when the fuller one has room again', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket({ requests: 4, perMs: 1_000 }, clock);
    bucket.take({ shares: ['address'], leaves: 0 });
    await clock.advance(300);
    bucket.take({ shares: ['address', 'key'], leaves: 0 });

    expect([
      bucket.waitMs({ shares: ['key'], leaves: 0 }),
      bucket.waitMs({ shares: ['key', 'address'], leaves: 0 }),
    ]).to.deep.equal([0, 700]);
  });

  it('gives the only token of a bucket to a client too', () => {
    const bucket = new TokenBucket({ requests: 1, perMs: 1_000 }, new ManualClock());

    expect(countUntilRefused(() => bucket.take({ shares: ['alice'], leaves: 0 }))).to.equal(1);
  });

  it('never lets a client hold more than is left to the others, however they ask', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.constantFrom('alice', 'bob', 'carol', null), { maxLength: 200 }),
        (requests, leaves, askers) => {
          const bucket = new TokenBucket({ requests, perMs: 1_000 }, new ManualClock());
          const held = new Map<string | null, number>();
          for (const share of askers) {
            const before = requests - [...held.values()].reduce((sum, one) => sum + one, 0);
            const isTaken = bucket.take(share === null ? ours : { shares: [share], leaves });
            const wanted = share === null ? before > 0 : before - leaves > (held.get(share) ?? 0);
            expect(isTaken).to.equal(wanted);
            if (isTaken) held.set(share, (held.get(share) ?? 0) + 1);
          }
        },
      ),
    );
  });
});

function countUntilRefused(take: () => boolean): number {
  let taken = 0;
  while (take()) taken += 1;
  return taken;
}
