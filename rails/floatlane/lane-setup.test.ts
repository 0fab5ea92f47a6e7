import { expect } from 'chai';
import { laneRates } from './lane-setup.ts';
import { floatlaneSettings } from './settings.ts';

describe('the rates of the lane', () => {
  it("are the settings' own under the standard 8 bps", () => {
    expect(laneRates(floatlaneSettings.parse({}), 8)).to.deep.equal({
      standardPpm: 800n,
      basePpm: 600n,
      discountPpm: 200n,
      drainedBelowPpm: 750_000n,
      undercutByPpm: 10n,
    });
  });

  it('are lowered with the standard charge of the deployment', () => {
    expect(laneRates(floatlaneSettings.parse({}), 1)).to.deep.include({
      standardPpm: 100n,
      basePpm: 100n,
      discountPpm: 100n,
    });
    expect(laneRates(floatlaneSettings.parse({}), 0)).to.deep.include({
      standardPpm: 0n,
      basePpm: 0n,
      discountPpm: 0n,
    });
  });

  it('keep two decimals of a bps', () => {
    expect(
      laneRates(floatlaneSettings.parse({ baseBps: 5.57, discountBps: 1.15 }), 8),
    ).to.deep.include({ basePpm: 557n, discountPpm: 115n });
  });
});
