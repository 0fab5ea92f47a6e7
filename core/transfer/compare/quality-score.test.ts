import { asAmount, asUnits, type FirmQuote } from '@interline/kernel';
import { qualityScore, type RailRecord } from './quality-score.ts';
import { expect } from 'chai';

const best = quote(1_000_000n, 0);

describe('the quality score', () => {
  it('of the best output without delay or record is 60 + 20 + 10', () => {
    expect(qualityScore(best, best, null)).to.equal(90);
  });

  it('loses 12 points for every percent below the best output, down to none at 5 %', () => {
    const scoreOf = (output: bigint): number => qualityScore(quote(output, 0), best, null);

    expect([
      scoreOf(990_000n),
      scoreOf(975_000n),
      scoreOf(950_000n),
      scoreOf(500_000n),
      scoreOf(0n),
    ]).to.deep.equal([78, 60, 30, 30, 30]);
  });

  it('gains nothing from an output above the best executable one', () => {
    expect(qualityScore(quote(1_500_000n, 0), best, null)).to.equal(90);
  });

  it('gives half the points for time at five minutes, and nearly none after a day', () => {
    expect(
      [300, 900, 86_400].map((sec) => qualityScore(quote(1_000_000n, sec), best, null)),
    ).to.deep.equal([80, 75, 70]);
  });

  it("uses the record's median from ten transfers on, and the engine's own estimate before", () => {
    const slow: RailRecord = { samples: 10, missRateBps: 0, failRateBps: 0, medianSec: 300 };

    expect(qualityScore(best, best, slow)).to.equal(85);
    expect(qualityScore(best, best, { ...slow, samples: 9 })).to.equal(95);
  });

  it('grows with kept promises, slowly, and shrinks with missed and failed ones', () => {
    const scoreOf = (record: Partial<RailRecord>): number =>
      qualityScore(best, best, {
        samples: 90,
        missRateBps: 0,
        failRateBps: 0,
        medianSec: 0,
        ...record,
      });

    expect(scoreOf({ samples: 2 })).to.equal(92);
    expect(scoreOf({})).to.equal(99);
    expect(scoreOf({ missRateBps: 5_000 })).to.equal(90);
    expect(scoreOf({ failRateBps: 5_000, missRateBps: 5_000 })).to.equal(86);
    expect(scoreOf({ failRateBps: 10_000 })).to.equal(81);
  });

  it('stays between 0 and 100', () => {
    const perfect: RailRecord = {
      samples: 1_000_000,
      missRateBps: 0,
      failRateBps: 0,
      medianSec: 0,
    };
    const worst: RailRecord = {
      samples: 1_000_000,
      missRateBps: 10_000,
      failRateBps: 10_000,
      medianSec: 31_536_000,
    };

    expect(qualityScore(best, best, perfect)).to.equal(100);
    expect(qualityScore(quote(0n, 31_536_000), best, worst)).to.equal(0);
    expect(qualityScore(quote(0n, 0), quote(0n, 0), null)).to.equal(90);
  });
});

function quote(output: bigint, durationSec: number): FirmQuote {
  return {
    kind: 'firm',
    rail: 'lifi',
    bridge: 'across',
    via: ['across'],
    input: asAmount(1_000_000n),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(800n),
    durationSec,
    expiresAtMs: 0,
    memo: {},
  };
}
