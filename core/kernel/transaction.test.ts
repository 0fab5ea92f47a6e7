import { expect } from 'chai';
import { evmAddress } from './address.ts';
import { maxCostWei } from './transaction.ts';

describe("a transaction's maximum cost", () => {
  it('is its value and all of its gas at the highest fee, the tip within', () => {
    const tx = {
      to: evmAddress('0x1000000000000000000000000000000000000abc'),
      data: '0x' as const,
      valueWei: 1_000_000_000_000_000_000n,
      gasLimit: 21_000n,
      maxFeePerGas: 2_000_000_001n,
      maxPriorityFeePerGas: 1_000_000_000n,
    };

    expect(maxCostWei(tx)).to.equal(1_000_042_000_000_021_000n);
    expect(maxCostWei({ ...tx, valueWei: 0n })).to.equal(42_000_000_021_000n);
    expect(maxCostWei({ ...tx, maxPriorityFeePerGas: 0n })).to.equal(1_000_042_000_000_021_000n);
  });
});
