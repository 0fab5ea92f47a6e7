import { expect } from 'chai';
import { transactionVersion } from './transaction-weight.ts';

describe('the version of a transaction', () => {
  it('asks for the limits of BIP-431 up to 10,000 vbytes, and not above, where nodes would refuse it', () => {
    expect(transactionVersion(40_000)).to.equal(3);
    expect(transactionVersion(40_001)).to.equal(2);
  });
});
