import type { TokenRef } from '@interline/plugins';
import { expect } from 'chai';
import { expectedGasCost, type GasCost } from './expected-gas.ts';
import { laneSetup } from './lane-setup.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import { arbitrum, base, ethOnArbitrum, ethOnBase, usdcOnBase } from './testing/lane-tokens.ts';

function cost(world: LaneWorld, to: TokenRef = usdcOnBase): Promise<GasCost> {
  const setup = laneSetup(laneContext(world), floatlaneSettings.parse({}));
  return expectedGasCost(
    setup,
    { lane: { from: arbitrum, to: base }, to },
    new AbortController().signal,
  );
}

describe('the expected gas', () => {
  it("is 120,000 for the pull and 65,000 for a token's payout", async () => {
    expect(await cost({ chains: { weiPerGas: 10_000_000n } })).to.deep.equal({
      kind: 'known',
      microUsd: 4_625n,
    });
  });

  it("is 21,000 for a coin's payout", async () => {
    expect(await cost({ chains: { weiPerGas: 10_000_000n } }, ethOnBase)).to.deep.equal({
      kind: 'known',
      microUsd: 3_525n,
    });
  });

  it('is rounded up on each chain', async () => {
    expect(await cost({ chains: { weiPerGas: 1n } })).to.deep.equal({
      kind: 'known',
      microUsd: 2n,
    });
  });

  it('is unknown without a price of the coin', async () => {
    expect(await cost({ prices: { ETH: null } })).to.deep.equal({
      kind: 'unknown',
      reason: 'ETH has no price now, so the gas of eip155:42161 has none',
    });
  });

  it('is unknown where the coin is not listed', async () => {
    expect(await cost({ tokens: [ethOnArbitrum] })).to.deep.equal({
      kind: 'unknown',
      reason: 'the coin of eip155:8453 is not listed, so its gas has no price',
    });
  });

  it('is unknown where the gas price cannot be read', async () => {
    expect(await cost({ chains: { weiPerGas: new Error('503') } })).to.deep.equal({
      kind: 'unknown',
      reason: 'the gas price of eip155:42161 cannot be read now',
    });
  });
});
