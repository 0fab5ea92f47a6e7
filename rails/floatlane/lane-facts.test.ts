import { asUnits, type TokenRef } from '@interline/plugins';
import { expect } from 'chai';
import { type FloatReading, restoringUnits } from './lane-facts.ts';
import { daiOnBase, usdcOnArbitrum, usdcOnBase } from './testing/lane-tokens.ts';

function float(token: TokenRef, free: bigint, target: bigint | null): FloatReading {
  return { token, free: asUnits(free), target: target === null ? null : asUnits(target) };
}

describe('the part of a transfer that restores the floats', () => {
  it('is the smaller of what the source lacks and what the destination has too much of', () => {
    expect(
      restoringUnits(float(usdcOnArbitrum, 40n, 100n), float(usdcOnBase, 130n, 100n)),
    ).to.equal(30n);
    expect(
      restoringUnits(float(usdcOnArbitrum, 80n, 100n), float(usdcOnBase, 130n, 100n)),
    ).to.equal(20n);
  });

  it('is nothing where the source is at its target, and one unit where it is one below', () => {
    expect(
      restoringUnits(float(usdcOnArbitrum, 100n, 100n), float(usdcOnBase, 130n, 100n)),
    ).to.equal(0n);
    expect(
      restoringUnits(float(usdcOnArbitrum, 99n, 100n), float(usdcOnBase, 130n, 100n)),
    ).to.equal(1n);
  });

  it('is nothing where the destination is at its target, and one unit where it is one above', () => {
    expect(
      restoringUnits(float(usdcOnArbitrum, 40n, 100n), float(usdcOnBase, 100n, 100n)),
    ).to.equal(0n);
    expect(
      restoringUnits(float(usdcOnArbitrum, 40n, 100n), float(usdcOnBase, 101n, 100n)),
    ).to.equal(1n);
  });

  it("counts the surplus in the source token's units, rounded down", () => {
    const source = float(usdcOnArbitrum, 0n, 100_000_000n);

    expect(restoringUnits(source, float(daiOnBase, 1_000_001_999_999_999_999n, 0n))).to.equal(
      1_000_001n,
    );
    expect(restoringUnits(source, float(daiOnBase, 999_999_999_999n, 0n))).to.equal(0n);
  });

  it('is nothing where a target is unknown', () => {
    expect(
      restoringUnits(float(usdcOnArbitrum, 40n, null), float(usdcOnBase, 130n, 100n)),
    ).to.equal(0n);
    expect(
      restoringUnits(float(usdcOnArbitrum, 40n, 100n), float(usdcOnBase, 130n, null)),
    ).to.equal(0n);
  });
});
