import { asAmount } from '@interline/plugins';
import { expect } from 'chai';
import { floatLane } from './rail.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import { laneRequest } from './testing/lane-request.ts';
import { usdcOnArbitrum, usdcOnBase } from './testing/lane-tokens.ts';

const signal = new AbortController().signal;
const full = [usdcOnArbitrum, usdcOnBase].map((token) => ({
  token,
  free: 1_000_000_000_000n,
  target: 1_000_000_000_000n,
}));

function laneIn(world: LaneWorld, settings: object = {}) {
  const lane = floatLane(
    laneContext({ floats: full, ...world }),
    floatlaneSettings.parse(settings),
  );
  return async (units: bigint) => {
    const request = laneRequest(usdcOnArbitrum, usdcOnBase, asAmount(units));
    const [offer] = await lane.offers(request, signal);
    if (offer === undefined) throw new Error('the lane made no offer');
    const { outcome } = offer;
    return outcome.ok
      ? { isServed: true, least: outcome.value.minInput }
      : { isServed: false, least: outcome.minInput };
  };
}

describe('the least amount that the float lane names', () => {
  it('is its minimum, in a quote and in the refusal of less, and is served', async () => {
    const ask = laneIn({});

    expect(await ask(250_000_000n)).to.deep.equal({ isServed: true, least: 10_000n });
    expect(await ask(9_999n)).to.deep.equal({ isServed: false, least: 10_000n });
    expect(await ask(10_000n)).to.deep.equal({ isServed: true, least: 10_000n });
  });

  it('leaves something to pay out where there is no minimum', async () => {
    const ask = laneIn({}, { minMicroUsd: '0' });

    expect(await ask(1n)).to.deep.equal({ isServed: false, least: 2n });
    expect(await ask(2n)).to.deep.equal({ isServed: true, least: 2n });
  });

  it('is where the fee pays the gas that the lane does not add, and is served', async () => {
    // Gas of 92,500 micro-USD, of which the lane adds 20,000.
    const ask = laneIn({ chains: { feeRate: 200_000_000n } });

    const { isServed, least = 0n } = await ask(1_000_000_000n);

    expect([isServed, least]).to.deep.equal([true, 120_833_334n]);
    expect((await ask(least)).isServed).to.equal(true);
    expect(await ask(100_000_000n)).to.deep.equal({ isServed: false, least });
  });

  it('is above the micro tier where the tier pays too little of the gas', async () => {
    // Gas of 32,375 micro-USD: the tier brings 2,000, and 25 USD at 6 bps bring 15,000.
    const ask = laneIn({ chains: { feeRate: 70_000_000n } });

    const { least = 0n } = await ask(100_000_000n);

    expect(least).to.equal(25_000_001n);
    expect(await ask(least)).to.deep.equal({ isServed: true, least });
    expect(await ask(25_000_000n)).to.deep.equal({ isServed: false, least });
  });
});
