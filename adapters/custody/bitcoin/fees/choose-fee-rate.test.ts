import { expect } from 'chai';
import { bumpedFeeRate, chooseFeeRate } from './choose-fee-rate.ts';
import { feeAt, feeRate } from './fee-rate.ts';

const bounds = { floor: feeRate(1_000n), cap: feeRate(50_000n) };

describe('the fee rate of a bitcoin transaction', () => {
  it('is the median of the estimates, so that one source does not decide', () => {
    const estimates = [feeRate(900_000n), null, feeRate(4_000n), feeRate(5_000n)];

    expect(chooseFeeRate(estimates, bounds)).to.deep.equal({ rate: 5_000n, by: 'estimate' });
  });

  it('is the lower of two estimates, so that an absurd one blocks no payout', () => {
    const estimates = [feeRate(10_000_000n), feeRate(4_000n)];

    expect(chooseFeeRate(estimates, bounds)).to.deep.equal({ rate: 4_000n, by: 'estimate' });
  });

  it('is the floor without an estimate, as on regtest, and below it', () => {
    expect(chooseFeeRate([null], bounds)).to.deep.equal({ rate: 1_000n, by: 'floor' });
    expect(chooseFeeRate([feeRate(999n)], bounds)).to.deep.equal({ rate: 1_000n, by: 'floor' });
    expect(chooseFeeRate([feeRate(1_000n)], bounds).by).to.equal('estimate');
  });

  it('reports when the cap limits it', () => {
    expect(chooseFeeRate([feeRate(50_000n)], bounds).by).to.equal('estimate');
    expect(chooseFeeRate([feeRate(50_001n)], bounds)).to.deep.equal({ rate: 50_000n, by: 'cap' });
  });

  it('rises by an eighth at a bump, or to a higher estimate', () => {
    expect(bumpedFeeRate(feeRate(1_001n), null, bounds.cap)?.rate).to.equal(1_127n);
    expect(bumpedFeeRate(feeRate(1_000n), feeRate(1_125n), bounds.cap)?.rate).to.equal(1_125n);
    expect(bumpedFeeRate(feeRate(1_000n), feeRate(9_000n), bounds.cap)?.rate).to.equal(9_000n);
  });

  it('stays as it is when the cap leaves no room for an eighth', () => {
    expect(bumpedFeeRate(feeRate(44_444n), null, bounds.cap)?.rate).to.equal(50_000n);
    expect(bumpedFeeRate(feeRate(44_445n), feeRate(90_000n), bounds.cap)).to.equal(null);
  });

  it('makes a fee that is rounded up', () => {
    expect(feeAt(feeRate(1_000n), 141)).to.equal(141n);
    expect(feeAt(feeRate(1_001n), 141)).to.equal(142n);
  });
});
