import { asAmount, asUnits, type FirmQuote } from '@interline/kernel';
import type { RailRefusal } from '../route.ts';
import { firstPartyOf } from './compare-rails.ts';
import { expect } from 'chai';

const ownOffers = new Set(['floatlane']);

describe("our own inventory's price", () => {
  it('is shown with the best of the others', () => {
    const block = firstPartyOf({
      quotes: [quote('floatlane', 999_200n), quote('lifi', 998_000n), quote('relay', 997_000n)],
      refusals: [],
      ownOffers,
    });

    expect(block).to.deep.equal({
      rail: 'floatlane',
      output: 999_200n,
      bestThirdParty: { rail: 'lifi', output: 998_000n },
      advantageBps: 12,
      isCheaper: true,
    });
  });

  it('is worse when the recipient nets less, rounded against us', () => {
    const block = firstPartyOf({
      quotes: [quote('lifi', 999_201n), quote('floatlane', 999_200n)],
      refusals: [],
      ownOffers,
    });

    expect(block).to.deep.include({
      bestThirdParty: { rail: 'lifi', output: 999_201n },
      advantageBps: -1,
      isCheaper: false,
    });
  });

  it('is not cheaper than its equal', () => {
    expect(
      firstPartyOf({
        quotes: [quote('floatlane', 999_200n), quote('lifi', 999_200n)],
        refusals: [],
        ownOffers,
      }),
    ).to.deep.include({ advantageBps: 0, isCheaper: false });
  });

  it('has no comparison if no other engine returns a price', () => {
    expect(
      firstPartyOf({
        quotes: [quote('floatlane', 999_200n)],
        refusals: [refusal('lifi')],
        ownOffers,
      }),
    ).to.deep.equal({
      rail: 'floatlane',
      output: 999_200n,
      bestThirdParty: null,
      advantageBps: 0,
      isCheaper: false,
    });
  });

  it('is zero where the inventory refused', () => {
    expect(
      firstPartyOf({
        quotes: [quote('lifi', 998_000n)],
        refusals: [refusal('relay'), refusal('floatlane')],
        ownOffers,
      }),
    ).to.deep.equal({
      rail: 'floatlane',
      output: 0n,
      bestThirdParty: { rail: 'lifi', output: 998_000n },
      advantageBps: 0,
      isCheaper: false,
    });
  });

  it('names no engine if none of ours was asked', () => {
    expect(
      firstPartyOf({ quotes: [quote('lifi', 998_000n)], refusals: [], ownOffers: new Set() }),
    ).to.deep.include({ rail: null, output: 0n });
  });

  it('beats an output of nothing without dividing by it', () => {
    expect(
      firstPartyOf({
        quotes: [quote('floatlane', 1n), quote('lifi', 0n)],
        refusals: [],
        ownOffers,
      }),
    ).to.deep.include({ advantageBps: 0, isCheaper: true });
  });
});

function quote(rail: string, output: bigint): FirmQuote {
  return {
    kind: 'firm',
    rail,
    bridge: rail,
    via: [rail],
    input: asAmount(1_000_000n),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(800n),
    durationSec: 15,
    expiresAtMs: 0,
    memo: {},
  };
}

function refusal(rail: string): RailRefusal {
  return { rail, code: 'NO_ROUTE', reason: 'no liquidity' };
}
