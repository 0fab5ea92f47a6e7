import { expect } from 'chai';
import { feeRate, inGwei } from './fee-rate.ts';

describe('a fee rate on the command line', () => {
  it("is in the unit that the chain's people use", () => {
    expect([
      feeRate('1500000000', 8453),
      feeRate('1', '42161'),
      feeRate('12', 'bitcoin'),
      feeRate('100', 'stellar'),
    ]).to.deep.equal([
      '1.5 gwei per gas',
      '0.000000001 gwei per gas',
      '12 sat per vbyte',
      '100 stroops per operation',
    ]);
  });

  it('is in gwei alone if the sentence says of what', () => {
    expect(inGwei('5000000000')).to.equal('5 gwei');
  });
});
