import { expect } from 'chai';
import { floatlaneSettings } from './settings.ts';

const collection = {
  chain: 'eip155:8453',
  collection: '0x00000000000000000000000000000000000A5500',
  name: 'Pass',
};

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
      members: [],
      maxSubsidyPerTransferMicroUsd: 20_000n,
      dailySubsidyMicroUsd: 5_000_000n,
      subsidisedChains: 'low-cost',
      unknownGas: 'refuse',
      quoteLifeSec: 60,
      durationSec: 15,
    });
  });

  it("keep a collection's address in lower case and give its NFTs ten free transfers a day", () => {
    expect(floatlaneSettings.parse({ members: [collection] }).members).to.deep.equal([
      {
        chain: 'eip155:8453',
        collection: '0x00000000000000000000000000000000000a5500',
        name: 'Pass',
        dailyFreeTransfers: 10,
      },
    ]);
  });

  const refused: Readonly<Record<string, unknown>> = {
    'a key it does not know': { baseBp: 6 },
    "a member's key it does not know": { members: [{ ...collection, daily: 3 }] },
    'money as a number': { minMicroUsd: 10_000 },
    'a rate of more than two decimals': { baseBps: 6.001 },
    'a negative rate': { discountBps: -1 },
    'a collection on a chain outside the EVM': {
      members: [{ ...collection, chain: 'stellar:pubnet' }],
    },
    'a lane beyond the EVM': { competitors: [{ from: 'eip155:*', to: 'stellar:pubnet', bps: 5 }] },
  };

  for (const [what, settings] of Object.entries(refused)) {
    it(`refuse ${what}`, () => {
      expect(floatlaneSettings.safeParse(settings).success).to.equal(false);
    });
  }
});
