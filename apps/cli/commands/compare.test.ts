import { expect } from 'chai';
import { lossWords, quoteOnlyWords } from './compare.ts';

const usdc = { decimals: 6, symbol: 'USDC' };

describe('what a comparison says of the best rail', () => {
  it('is what it loses, and only if that is too much from which amount on it would not be', () => {
    const guard = { thresholdPct: 1, recommendedMinInput: '12300000' };

    expect(lossWords({ ...guard, ok: true, effectiveFeePct: 0.08 }, usdc)).to.equal(
      '0.08 %; up to 1 % is worth paying',
    );
    expect(lossWords({ ...guard, ok: false, effectiveFeePct: 2.4 }, usdc)).to.equal(
      '2.4 %; up to 1 % is worth paying: were it a fixed cost, from 12.3 USDC on',
    );
  });

  it('recommends none on a lane that is only priced', () => {
    expect(quoteOnlyWords({ reason: 'this lane is not settled by this service' })).to.equal(
      'this lane is not settled by this service; nothing can be sent, so none is recommended',
    );
  });
});
