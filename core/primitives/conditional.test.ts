import { expect } from 'chai';
import { evmChain, type Price } from '@interline/kernel';
import { watchPrice } from './conditional.ts';
import type { PriceCondition } from './primitive.ts';

const ether = {
  chain: evmChain(8453),
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
const above: PriceCondition = {
  type: 'priceAbove',
  asset: 'ETH',
  value: '3000',
  token: ether,
  microUsd: 3_000_000_000n,
};
const below: PriceCondition = { ...above, type: 'priceBelow' };

describe('a price condition', () => {
  it('is met by a second price that was observed 10 s to a minute after the first', () => {
    const met = [9_999, 10_000, 60_000, 60_001].map((ms) => watchPrice(above, at(0), at(ms)).isMet);

    expect(met).to.deep.equal([false, true, true, false]);
  });

  it('keeps the first price while the second is too near, and takes the second if they are too far apart', () => {
    expect(watchPrice(above, null, at(0))).to.deep.equal({ isMet: false, sample: at(0) });
    expect(watchPrice(above, at(0), at(5_000))).to.deep.equal({ isMet: false, sample: at(0) });
    expect(watchPrice(above, at(0), at(60_001))).to.deep.equal({
      isMet: false,
      sample: at(60_001),
    });
  });

  it('starts again from a price that is older than the first: the clock was set back', () => {
    expect(watchPrice(above, at(0), at(-1))).to.deep.equal({ isMet: false, sample: at(-1) });
  });

  it('is strict about the value, in both directions', () => {
    const prices = [2_999_999_999n, 3_000_000_000n, 3_000_000_001n];

    expect(
      prices.map((microUsd) => watchPrice(above, null, at(0, microUsd)).sample !== null),
    ).to.deep.equal([false, false, true]);
    expect(
      prices.map((microUsd) => watchPrice(below, null, at(0, microUsd)).sample !== null),
    ).to.deep.equal([true, false, false]);
  });

  it('forgets the first price when one is stale or disputed, or back on the other side', () => {
    expect(watchPrice(above, at(0), null)).to.deep.equal({ isMet: false, sample: null });
    expect(watchPrice(above, at(0), at(10_000, 3_000_000_000n))).to.deep.equal({
      isMet: false,
      sample: null,
    });
  });
});

function at(ms: number, microUsd = 3_000_000_001n): Price {
  return { microUsd, asOfMs: 1_800_000_000_000 + ms };
}
