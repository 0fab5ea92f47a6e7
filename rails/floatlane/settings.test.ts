import { expect } from 'chai';
import { floatlaneSettings } from './settings.ts';

describe('the settings', () => {
  it('are complete when nothing is set', () => {
    expect(floatlaneSettings.parse({})).to.deep.equal({
      baseBps: 6,
      discountBps: 2,
      drainedBelowPct: 75,
      undercutByBps: 0.1,
      competitors: [],
      microFeeMicroUsd: 2_000n,
      minMicroUsd: 10_000n,
      maxSubsidyPerTransferMicroUsd: 20_000n,
      dailySubsidyMicroUsd: 5_000_000n,
      subsidisedChains: 'low-cost',
      unknownGas: 'refuse',
      quoteLifeSec: 60,
      durationSec: 15,
    });
  });

  const refused: Readonly<Record<string, unknown>> = {
    'a key it does not know': { baseBp: 6 },
    'member collections, which the deployment has for all rails': { members: [] },
    'money as a number': { minMicroUsd: 10_000 },
    'a rate of more than two decimals': { baseBps: 6.001 },
    'a negative rate': { discountBps: -1 },
    'a lane beyond the EVM': { competitors: [{ from: 'eip155:*', to: 'stellar:pubnet', bps: 5 }] },
  };

  for (const [what, settings] of Object.entries(refused)) {
    it(`refuse ${what}`, () => {
      expect(floatlaneSettings.safeParse(settings).success).to.equal(false);
    });
  }
});
