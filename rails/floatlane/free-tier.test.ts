import { evmNodes } from '@interline/plugins';
import { expect } from 'chai';
import { failedMicroCheck } from './free-tier.ts';
import { base, ethereum } from './testing/lane-tokens.ts';

describe('the micro tier', () => {
  it('opens at 0.10 USD', () => {
    expect(failedMicroCheck(99_999n, base)).to.equal('amount-below-micro');
    expect(failedMicroCheck(100_000n, base)).to.equal(null);
  });

  it('closes above 25 USD', () => {
    expect(failedMicroCheck(25_000_000n, base)).to.equal(null);
    expect(failedMicroCheck(25_000_001n, base)).to.equal('amount-above-micro');
  });

  it('is closed to Ethereum and to no other chain of the mesh', () => {
    expect(failedMicroCheck(1_000_000n, ethereum)).to.equal('destination-not-low-cost');
    expect(
      evmNodes.filter(({ chain }) => failedMicroCheck(1_000_000n, chain) === null),
    ).to.have.length(21);
  });

  it('is closed while the token has no price', () => {
    expect(failedMicroCheck(null, base)).to.equal('price-unknown');
  });
});
