import type { Health } from '@interline/plugins';
import { expect } from 'chai';
import { floatLane } from './rail.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import {
  arbitrum,
  base,
  ethereum,
  ethOnBase,
  usdcOnArbitrum,
  usdcOnBase,
} from './testing/lane-tokens.ts';

function health(world: LaneWorld): Promise<Health> {
  return floatLane(laneContext(world), floatlaneSettings.parse({})).health(
    new AbortController().signal,
  );
}

const noPair = { isUp: false, reason: 'no two chains that answer hold inventory of one asset' };

describe('the health of the float lane', () => {
  it('is up when one pair can be served', async () => {
    expect(await health({ floats: [{ token: usdcOnBase, free: 4n }] })).to.deep.equal({
      isUp: true,
    });
  });

  it('is down when no float can pay out a unit', async () => {
    expect(await health({ floats: [{ token: usdcOnBase, free: 3n }] })).to.deep.equal({
      isUp: false,
      reason: 'every float is empty',
    });
  });

  it('is down when only one chain with inventory answers', async () => {
    expect(
      await health({ floats: [{ token: usdcOnBase, free: 4n }], serves: [base] }),
    ).to.deep.equal(noPair);
    expect(
      await health({
        floats: [{ token: usdcOnBase, free: 4n }],
        chains: { silent: [arbitrum, ethereum] },
      }),
    ).to.deep.equal(noPair);
  });

  it('is down when the only pair starts from a coin that cannot be pulled', async () => {
    expect(await health({ tokens: [ethOnBase, usdcOnArbitrum] })).to.deep.equal(noPair);
  });
});
