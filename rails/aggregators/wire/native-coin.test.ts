import { asUnits, RelayError } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { testAsk } from '../testing/test-ask.ts';
import { coinFeeOf } from './native-coin.ts';

describe('the flat fee of a call', () => {
  it('is all its coin for a token', () => {
    expect(coinFeeOf('alpha', testAsk(), asUnits(7n))).to.equal(7n);
  });

  it('is what stands above a native amount, which must be there', () => {
    const ask = testAsk({ from: etherOnBase });

    expect(coinFeeOf('alpha', ask, asUnits(100_000_007n))).to.equal(7n);
    expect(coinFeeOf('alpha', ask, asUnits(100_000_000n))).to.equal(0n);
    expect(() => coinFeeOf('alpha', ask, asUnits(99_999_999n)))
      .to.throw(RelayError, 'alpha would send less of the coin than the amount')
      .with.property('code', 'RAIL_FAULT');
  });
});
