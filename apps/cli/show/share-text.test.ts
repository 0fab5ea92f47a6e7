import { expect } from 'chai';
import { shareText } from './share-text.ts';

describe('the share of a target', () => {
  it('is exact to three decimals, rounded down, so that a float just below is neither 99 nor 100 %', () => {
    expect([
      shareText('999990004000', '1000000000000'),
      shareText('999999999999', '1000000000000'),
      shareText('1000000000000', '1000000000000'),
      shareText('505', '1000'),
      shareText('0', '1000'),
      shareText('5', '0'),
    ]).to.deep.equal(['99.999 %', '99.999 %', '100 %', '50.5 %', '0 %', '']);
  });
});
