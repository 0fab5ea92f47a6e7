import { expect } from 'chai';
import { evmAddress } from './address.ts';
import { maxCost } from './transaction.ts';

describe("a transaction's maximum cost", () => {
  it('is its value and all of its gas at the highest fee, the tip within', () => {
    const tx = {
      to: evmAddress('0x1000000000000000000000000000000000000abc'),
      data: '0x' as const,
      value: 1_000_000_000_000_000_000n,
      gasLimit: 21_000n,
      maxFeeRate: 2_000_000_001n,
      tip: 1_000_000_000n,
    };

    expect(maxCost(tx)).to.equal(1_000_042_000_000_021_000n);
    expect(maxCost({ ...tx, value: 0n })).to.equal(42_000_000_021_000n);
    expect(maxCost({ ...tx, tip: 0n })).to.equal(1_000_042_000_000_021_000n);
  });
});
