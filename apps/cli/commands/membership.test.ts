import { expect } from 'chai';
import { freeWords } from './membership.ts';

describe('what members have for nothing', () => {
  it('is said with its rail, its bounds and where it goes', () => {
    const tier = {
      rail: 'floatlane',
      leastUsd: '0.1',
      mostUsd: '25',
      destinations: [10, 42161],
      subsidy: { perTransferUsd: '0.02', perDayUsd: '5' },
    };

    expect(freeWords(tier)).to.equal(
      'Free are transfers by floatlane of 0.1 to 25 dollars, to 10, 42161.',
    );
  });
});
