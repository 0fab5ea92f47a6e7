import { asUnits } from '@interline/plugins';
import { etherOnBase, testContext, usdcOnBase, usdcOnBnb } from '@interline/plugins/testing';
import { expect } from 'chai';
import { type FeeFacts, gasPartOf, roundUpToTwoDigits } from './gas-part.ts';
import { never } from './testing/never.ts';

const facts: FeeFacts = {
  source: { microUsd: 1_000_000n, asOfMs: 0 },
  coin: { token: etherOnBase, price: { microUsd: 2_000_000_000n, asOfMs: 0 } },
};

function contextAt(feeRate: bigint) {
  return testContext({
    chains: {
      call: async () => null,
      isUp: () => true,
      gasCost: async (_chain, gas) => gas * feeRate,
    },
  });
}

describe('the gas part of our charge', () => {
  it('is pull and call at the gas price, in the source token, rounded up to two digits', async () => {
    // 300,000 gas at 0.02 gwei is 0.000006 ETH, 0.012 dollars.
    expect(
      await gasPartOf(
        contextAt(20_000_000n),
        { from: usdcOnBase },
        facts,
        { callGas: 200_000n, coinFee: asUnits(0n) },
        never(),
      ),
    ).to.equal(12_000n);
    expect(
      await gasPartOf(
        contextAt(20_000_001n),
        { from: usdcOnBase },
        facts,
        { callGas: 200_000n, coinFee: asUnits(0n) },
        never(),
      ),
    ).to.equal(13_000n);
  });

  it("holds 80,000 gas more where the payer's EIP-2612 permit goes out in front of the pull", async () => {
    expect(
      await gasPartOf(
        contextAt(20_000_000n),
        { from: usdcOnBase, needsAllowance: true },
        facts,
        { callGas: 200_000n, coinFee: asUnits(0n) },
        never(),
      ),
    ).to.equal(16_000n);
  });

  it('holds the flat fee of the engine', async () => {
    // 0.001 ETH, two dollars, on top.
    expect(
      await gasPartOf(
        contextAt(20_000_000n),
        { from: usdcOnBase },
        facts,
        { callGas: 200_000n, coinFee: asUnits(1_000_000_000_000_000n) },
        never(),
      ),
    ).to.equal(2_100_000n);
  });

  it('is in the decimals of the source token', async () => {
    expect(
      await gasPartOf(
        contextAt(20_000_000n),
        { from: usdcOnBnb },
        facts,
        { callGas: 200_000n, coinFee: asUnits(0n) },
        never(),
      ),
    ).to.equal(12_000_000_000_000_000n);
  });

  it('is never less than it costs', async () => {
    expect(
      await gasPartOf(
        contextAt(1n),
        { from: usdcOnBase },
        facts,
        { callGas: 200_000n, coinFee: asUnits(0n) },
        never(),
      ),
    ).to.equal(1n);
    expect(
      await gasPartOf(
        contextAt(0n),
        { from: usdcOnBase },
        facts,
        { callGas: 200_000n, coinFee: asUnits(0n) },
        never(),
      ),
    ).to.equal(0n);
  });
});

describe('rounding up to two digits', () => {
  const cases: readonly (readonly [bigint, bigint])[] = [
    [0n, 0n],
    [1n, 1n],
    [9n, 9n],
    [99n, 99n],
    [100n, 100n],
    [101n, 110n],
    [110n, 110n],
    [991n, 1_000n],
    [1_234n, 1_300n],
    [1_300n, 1_300n],
    [1_301n, 1_400n],
    [9_901n, 10_000n],
    [123_456_789_012_345_678_901n, 130_000_000_000_000_000_000n],
  ];
  for (const [count, rounded] of cases)
    it(`makes ${rounded} of ${count}`, () => {
      expect(roundUpToTwoDigits(count)).to.equal(rounded);
    });
});
