import {
  type ChainRef,
  chainRef,
  evmChain,
  type RailContext,
  type Refusal,
  type TokenRef,
} from '@interline/plugins';
import { expect } from 'chai';
import { floatLane } from './rail.ts';
import { laneSetup } from './lane-setup.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import { laneRequest } from './testing/lane-request.ts';
import {
  arbitrum,
  base,
  daiOnBase,
  ethOnArbitrum,
  ethOnBase,
  usdcOnArbitrum,
  usdcOnBase,
  wethOnArbitrum,
} from './testing/lane-tokens.ts';
import { unservedPair } from './offer-transfer.ts';

function unserved(from: TokenRef, to: TokenRef, world: LaneWorld = {}): Refusal | null {
  return unservedPair(
    laneSetup(laneContext(world), floatlaneSettings.parse({})),
    laneRequest(from, to, 1n),
  );
}

describe('the pairs of the float lane', () => {
  it('are tokens of one asset on two chains with inventory, a native destination included', () => {
    expect(unserved(usdcOnArbitrum, usdcOnBase)).to.equal(null);
    expect(unserved(usdcOnArbitrum, daiOnBase)).to.equal(null);
    expect(unserved(wethOnArbitrum, ethOnBase)).to.equal(null);
  });

  const refused: readonly (readonly [string, TokenRef, TokenRef, string])[] = [
    [
      'two assets',
      usdcOnArbitrum,
      ethOnBase,
      'the float lane pays out the same asset only; USDC is USD and ETH is ETH',
    ],
    [
      'a native source',
      ethOnArbitrum,
      ethOnBase,
      'the float lane cannot pull the native ETH with a permit; send the wrapped token',
    ],
    [
      'one chain',
      usdcOnBase,
      daiOnBase,
      'the float lane moves between two chains; both sides are eip155:8453',
    ],
    [
      'a source without inventory',
      { ...usdcOnArbitrum, chain: evmChain(10) },
      usdcOnBase,
      'the float lane holds no inventory on eip155:10',
    ],
    [
      'a destination without inventory',
      usdcOnArbitrum,
      { ...usdcOnBase, chain: evmChain(10) },
      'the float lane holds no inventory on eip155:10',
    ],
  ];

  for (const [what, from, to, reason] of refused) {
    it(`are not ${what}`, () => {
      expect(unserved(from, to)).to.deep.equal({ ok: false, code: 'NO_ROUTE', reason });
    });
  }

  it('are never beyond the EVM, whatever the inventory serves', () => {
    const stellar = chainRef('stellar:pubnet');

    expect(
      unserved(usdcOnArbitrum, { ...usdcOnBase, chain: stellar }, { serves: [arbitrum, stellar] }),
    ).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the float lane holds no inventory on stellar:pubnet',
    });
  });

  it('wait for a chain that turns out not to answer only when it is read', async () => {
    const down = new Set<ChainRef>();
    const context = laneContext({ floats: [{ token: usdcOnBase, free: 1_000_000_000n }] });
    const chains: RailContext['chains'] = {
      ...context.chains,
      gasCost: async (chain) => {
        down.add(chain);
        throw new Error(`${chain} does not answer`);
      },
      isUp: (chain) => !down.has(chain),
    };

    const lane = floatLane({ ...context, chains }, floatlaneSettings.parse({}));
    const offers = await lane.offers(
      laneRequest(usdcOnArbitrum, usdcOnBase, 100_000_000n),
      new AbortController().signal,
    );

    expect(offers).to.deep.equal([
      {
        rail: 'floatlane',
        outcome: {
          ok: false,
          code: 'CHAIN_UNREACHABLE',
          reason: 'eip155:42161 does not answer now',
        },
      },
    ]);
  });

  it('wait for a chain that does not answer', () => {
    for (const silent of [arbitrum, base]) {
      expect(unserved(usdcOnArbitrum, usdcOnBase, { chains: { silent: [silent] } })).to.deep.equal({
        ok: false,
        code: 'CHAIN_UNREACHABLE',
        reason: `${silent} does not answer now`,
      });
    }
  });
});
