import { expect } from 'chai';
import { bumpedFees, marketFees } from './market.ts';

const noCap = 10n ** 18n;

describe('fees', () => {
  it('leave room for the base fee to double, within the cap', () => {
    expect(marketFees({ baseFee: 100n, tip: 7n }, noCap)).to.deep.equal({ maxFeePerGas: 207n, maxPriorityFeePerGas: 7n });
    expect(marketFees({ baseFee: 100n, tip: 7n }, 150n)).to.deep.equal({ maxFeePerGas: 150n, maxPriorityFeePerGas: 7n });
    expect(marketFees({ baseFee: 100n, tip: 700n }, 150n)).to.deep.equal({ maxFeePerGas: 150n, maxPriorityFeePerGas: 150n });
  });

  it('of a replacement are at least an eighth higher, rounded up', () => {
    const market = { baseFee: 0n, tip: 0n };

    for (const last of [0n, 1n, 7n, 8n, 9n, 1_000_000_007n]) {
      const fees = bumpedFees({ maxFeePerGas: last, maxPriorityFeePerGas: last }, market, noCap);
      expect((fees?.maxFeePerGas ?? 0n) * 8n >= last * 9n, `${last}`).to.equal(true);
      expect((fees?.maxFeePerGas ?? 0n) > last, `${last}`).to.equal(true);
      expect(fees?.maxPriorityFeePerGas, `${last}`).to.equal(fees?.maxFeePerGas);
    }
  });

  it('of a replacement never offer a tip above the whole', () => {
    for (const market of [{ baseFee: 1n, tip: 500n }, { baseFee: 500n, tip: 1n }]) {
      for (const last of [{ maxFeePerGas: 100n, maxPriorityFeePerGas: 100n }, { maxFeePerGas: 100n, maxPriorityFeePerGas: 0n }]) {
        const fees = bumpedFees(last, market, 300n);
        expect((fees?.maxPriorityFeePerGas ?? 1n) <= (fees?.maxFeePerGas ?? 0n)).to.equal(true);
      }
    }
  });
});
