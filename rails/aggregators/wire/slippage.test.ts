import fc from 'fast-check';
import { asUnits, floorOf, type Ppm } from '@interline/plugins';
import { expect } from 'chai';
import { slippageBps, slippageFraction, slippagePercent, tighterSlippage } from './slippage.ts';

const ppm = (parts: number): Ppm => parts as Ppm;

describe("slippage in an engine's unit", () => {
  const cases: readonly (readonly [number, string, string, number])[] = [
    [0, '0', '0', 0],
    [1, '0.000001', '0.0001', 0],
    [99, '0.000099', '0.0099', 0],
    [100, '0.0001', '0.01', 1],
    [4_999, '0.004999', '0.4999', 49],
    [5_000, '0.005', '0.5', 50],
    [100_000, '0.1', '10', 1_000],
    [500_000, '0.5', '50', 5_000],
    [1_000_000, '1', '100', 10_000],
  ];
  for (const [parts, fraction, percent, bps] of cases) {
    it(`writes ${parts} parts per million`, () => {
      expect([
        slippageFraction(ppm(parts)),
        slippagePercent(ppm(parts)),
        slippageBps(ppm(parts)),
      ]).to.deep.equal([fraction, percent, bps]);
    });
  }
});

describe('the slippage that closes a gap', () => {
  it('is the distance from what is expected to what was agreed, rounded down', () => {
    expect(tighterSlippage(asUnits(1_000_000n), asUnits(995_000n))).to.equal(5_000);
    expect(tighterSlippage(asUnits(999_999n), asUnits(995_000n))).to.equal(4_999);
    expect(tighterSlippage(asUnits(995_000n), asUnits(995_000n))).to.equal(0);
  });

  it('is null where the expected output is zero or below the agreed one', () => {
    expect(tighterSlippage(asUnits(994_999n), asUnits(995_000n))).to.equal(null);
    expect(tighterSlippage(asUnits(0n), asUnits(0n))).to.equal(null);
  });

  it('always puts the floor at the agreed minimum or above', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 1n << 100n), fc.bigInt(0n, 1n << 100n), (expected, agreed) => {
        const slippage = tighterSlippage(asUnits(expected), asUnits(agreed));

        if (slippage === null) expect(agreed > expected).to.equal(true);
        else expect(floorOf(expected, slippage) >= agreed).to.equal(true);
      }),
    );
  });
});
