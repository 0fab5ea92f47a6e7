import { expect } from 'chai';
import { chainRef, evmChain } from './chain.ts';
import { confirmationsFor, devnetFinality, finalityOf, productionFinality } from './finality.ts';

describe('the confirmations a pull needs', () => {
  const rows: readonly (readonly [number, number | null, number])[] = [
    [1, 0, 2],
    [1, 100, 2],
    [1, 100.01, 4],
    [1, 1_000, 4],
    [1, 1_000.01, 32],
    [1, 10_000, 32],
    [1, 10_000.01, 64],
    [1, null, 64],
    [1, NaN, 64],
    [56, 100, 2],
    [56, 1_000, 3],
    [56, 1_000.01, 15],
    [56, null, 15],
    [137, 100, 16],
    [137, 1_000, 64],
    [137, 1_000.01, 128],
    [8453, 1_000, 2],
    [8453, 1_000.01, 12],
    [8453, null, 12],
  ];

  for (const [chainId, usd, confirmations] of rows) {
    it(`are ${confirmations} on chain ${chainId} for ${usd === null ? 'an unknown value' : `${usd} USD`}`, () => {
      expect(confirmationsFor(finalityOf(productionFinality, evmChain(chainId)), usd)).to.equal(
        confirmations,
      );
    });
  }

  it('are one on a devnet, whatever the value', () => {
    const row = finalityOf(devnetFinality, evmChain(1));

    expect([0, 1_000_000, null].map((usd) => confirmationsFor(row, usd))).to.deep.equal([1, 1, 1]);
  });
});

describe('the finality table', () => {
  it('asks more of a dearer transfer, and watches longer than it waits', () => {
    for (const [chain, row] of [
      ...Object.entries(productionFinality),
      ...Object.entries(devnetFinality),
    ]) {
      const limits = row.tiers.map((tier) => tier.upToUsd);
      const depths = [
        1,
        ...row.tiers.map((tier) => tier.confirmations),
        row.confirmations,
        row.finalDepth,
      ];

      expect(limits, chain).to.deep.equal(limits.toSorted((a, b) => a - b));
      expect(depths, chain).to.deep.equal(depths.toSorted((a, b) => a - b));
    }
  });

  it("takes a chain's own row before the one for all others", () => {
    expect(finalityOf(productionFinality, evmChain(137)).finalDepth).to.equal(256);
    expect(finalityOf(productionFinality, chainRef('fuel:mainnet')).finalDepth).to.equal(128);
  });

  it('with no row for a chain is a fault of the deployment', () => {
    expect(() => finalityOf({}, evmChain(1))).to.throw(
      RangeError,
      'the finality table has no row for eip155:1 and no "*" row',
    );
  });
});
