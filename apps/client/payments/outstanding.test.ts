import { expect } from 'chai';
import { Outstanding } from './outstanding.ts';

describe('dollars that are brought for one payment and looked at for another', () => {
  const there = { chainId: 8453, asset: '0xUSDC', byPermit2: false };
  const payment = { demand: {}, header: '', lastSec: 1_800_000_060 };
  const free = (outstanding: Outstanding, has: bigint): bigint =>
    has - outstanding.look().promised(8453, '0xusdc', has);

  it('are promised as they arrive, also for two at once', () => {
    const outstanding = new Outstanding(() => 1_800_000_000_000);
    const first = outstanding.look().hold({ ...there, units: 6n }, { has: 5n });
    const before = free(outstanding, 5n);
    const arrived = free(outstanding, 11n);
    const second = outstanding.look().hold({ ...there, units: 7n }, { has: 11n });

    outstanding.arrived(first);
    const beside = free(outstanding, 11n);
    // CAST: a demand is not looked at here.
    outstanding.answered(outstanding.signed(first, payment as never));
    const settled = free(outstanding, 5n);
    const both = free(outstanding, 12n);
    outstanding.drop(second);

    expect([before, arrived, beside, settled, both]).to.deep.equal([5n, 5n, 5n, 5n, 5n]);
    expect(free(outstanding, 12n)).to.equal(12n);
  });

  it('leave what was promised before to be settled', () => {
    const outstanding = new Outstanding(() => 1_800_000_000_000);
    const earlier = outstanding.look().hold({ ...there, units: 2n });
    outstanding.look().hold({ ...there, units: 6n }, { has: 5n });

    const before = free(outstanding, 5n);
    // CAST: as above.
    outstanding.answered(outstanding.signed(earlier, payment as never));

    expect([before, free(outstanding, 3n), free(outstanding, 9n)]).to.deep.equal([3n, 3n, 3n]);
  });
});
