import { expect } from 'chai';
import { chainRef, evmChain } from './chain.ts';
import { confirmationsFor, devnetFinality, finalityOf, productionFinality } from './finality.ts';

describe('the confirmations a pull needs', () => {
  const rows: readonly (readonly [number, bigint | null, number])[] = [
    [1, 0n, 2],
    [1, 100_000_000n, 2],
    [1, 100_000_001n, 4],
    [1, 1_000_000_000n, 4],
    [1, 1_000_000_001n, 32],
    [1, 10_000_000_000n, 32],
    [1, 10_000_000_001n, 64],
    [1, null, 64],
    [56, 100_000_000n, 2],
    [56, 1_000_000_000n, 3],
    [56, 1_000_000_001n, 15],
    [56, null, 15],
    [137, 100_000_000n, 16],
    [137, 1_000_000_000n, 64],
    [137, 1_000_000_001n, 128],
    [8453, 1_000_000_000n, 2],
    [8453, 1_000_000_001n, 12],
    [8453, null, 12],
  ];

  for (const [chainId, microUsd, confirmations] of rows) {
    it(`are ${confirmations} on chain ${chainId} for ${microUsd === null ? 'an unknown value' : `${microUsd} micro-USD`}`, () => {
      expect(
        confirmationsFor(finalityOf(productionFinality, evmChain(chainId)), microUsd),
      ).to.equal(confirmations);
    });
  }

  it('keep to a tier that ends at a part of a dollar', () => {
    const row = { tiers: [{ upToUsd: 0.29, confirmations: 1 }], confirmations: 3, finalDepth: 9 };

    expect([confirmationsFor(row, 290_000n), confirmationsFor(row, 290_001n)]).to.deep.equal([
      1, 3,
    ]);
  });

  it('are one on a devnet, whatever the value', () => {
    const row = finalityOf(devnetFinality, evmChain(1));

    expect([0n, 10n ** 12n, null].map((microUsd) => confirmationsFor(row, microUsd))).to.deep.equal(
      [1, 1, 1],
    );
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
