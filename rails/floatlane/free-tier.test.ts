import { evmNodes, standardSubsidy } from '@interline/plugins';
import { expect } from 'chai';
import { failedMicroCheck, microTierTerms } from './free-tier.ts';
import { laneSetup } from './lane-setup.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext } from './testing/lane-context.ts';
import { laneOffer, thousandOnBase, usdc } from './testing/lane-offer.ts';
import { base, ethereum } from './testing/lane-tokens.ts';

describe('the micro tier', () => {
  it('opens at 0.10 USD', () => {
    expect(failedMicroCheck(99_999n, base, standardSubsidy)).to.equal('amount-below-micro');
    expect(failedMicroCheck(100_000n, base, standardSubsidy)).to.equal(null);
  });

  it('closes above 25 USD', () => {
    expect(failedMicroCheck(25_000_000n, base, standardSubsidy)).to.equal(null);
    expect(failedMicroCheck(25_000_001n, base, standardSubsidy)).to.equal('amount-above-micro');
  });

  it('is closed to Ethereum and to no other chain of the mesh', () => {
    const closed = evmNodes.filter(
      ({ chain }) => failedMicroCheck(1_000_000n, chain, standardSubsidy) !== null,
    );

    expect(closed.map(({ chain }) => chain)).to.deep.equal([ethereum]);
    expect(failedMicroCheck(1_000_000n, ethereum, standardSubsidy)).to.equal(
      'destination-not-low-cost',
    );
  });

  it('is closed while the token has no price', () => {
    expect(failedMicroCheck(null, base, standardSubsidy)).to.equal('price-unknown');
  });

  it('is closed if the subsidy is 0, says why, and leaves the transfer to the ordinary price or another rail', async () => {
    const unsubsidised = { dailySubsidyMicroUsd: '0' };

    const { block, outcome } = await laneOffer(usdc(5_000_000n), thousandOnBase, unsubsidised);

    expect(block).to.deep.include({
      freeTier: {
        applied: false,
        failedCheck: 'destination-not-subsidised',
        reason: 'the gas subsidy towards the destination is 0, and the micro tier lives on it',
      },
    });
    expect(block).to.have.nested.property('pricing.mode', 'base');
    expect(outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'gas exceeds the fee by 1625 micro-USD, and the float lane adds nothing to gas towards eip155:8453',
      minInput: 7_708_334n,
    });
  });

  it('names gas above the subsidy, and a subsidy that is spent, as the check that failed', async () => {
    const dear = { ...thousandOnBase, chains: { feeRate: 1_000_000_000n } };
    const spent = { ...thousandOnBase, spent: { 'subsidy:eip155:8453': 5_000_000n } };

    expect((await laneOffer(usdc(5_000_000n), dear)).block).to.have.nested.property(
      'freeTier.failedCheck',
      'gas-above-subsidy',
    );
    expect((await laneOffer(usdc(5_000_000n), spent)).block).to.have.deep.nested.property(
      'freeTier',
      {
        applied: false,
        failedCheck: 'subsidy-spent',
        reason:
          "today's gas subsidy of 5000000 micro-USD towards eip155:8453 is spent; it is whole again at midnight UTC",
      },
    );
  });

  it('lists the low-cost destinations with a float that it serves, and none without a subsidy', () => {
    const termsOf = (settings: object) =>
      microTierTerms(laneSetup(laneContext(), floatlaneSettings.parse(settings)));

    expect(termsOf({})).to.deep.equal({
      leastMicroUsd: 100_000n,
      mostMicroUsd: 25_000_000n,
      destinations: ['eip155:8453', 'eip155:42161'],
      subsidy: { perTransferMicroUsd: 20_000n, perDayMicroUsd: 5_000_000n },
    });
    expect(termsOf({ maxSubsidyPerTransferMicroUsd: '0' }).destinations).to.deep.equal([]);
  });
});
