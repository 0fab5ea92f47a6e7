import { expect } from 'chai';
import fc from 'fast-check';
import type { LaneWorld } from './testing/lane-context.ts';
import { laneOffer } from './testing/lane-offer.ts';
import { laneRequest } from './testing/lane-request.ts';
import { daiOnBase, usdcOnArbitrum, usdcOnBase } from './testing/lane-tokens.ts';

const floats = [{ token: usdcOnArbitrum, free: 1_000_000_000n, target: 1_000_000_000n }];
const bridgedOnBase = {
  ...usdcOnBase,
  symbol: 'USDC.e',
  address: '0x2e00000000000000000000000000000000000000',
};

describe('the float lane, through a lost peg,', () => {
  it('does not give 199.88 USDC for 200 DAI at 0.20 dollars', async () => {
    expect(await outcomeAt({ DAI: 200_000n })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane pays unit for unit only within 100 bps; DAI is at 200000 micro-USD and USDC at 1000000',
    });
  });

  it('does not give a dearer token for a cheaper one either', async () => {
    expect(await outcomeAt({ USDC: 200_000n })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane pays unit for unit only within 100 bps; DAI is at 1000000 micro-USD and USDC at 200000',
    });
  });

  it('serves prices 100 bps of the lower one apart, and not a millionth of a dollar more', async () => {
    const served = await Promise.all(
      [{ DAI: 1_010_000n }, { USDC: 1_010_000n }].map((prices) => outcomeAt(prices)),
    );
    const refused = await Promise.all(
      [{ DAI: 1_010_001n }, { USDC: 1_010_001n }].map((prices) => outcomeAt(prices)),
    );

    expect([...served, ...refused].map(({ ok }) => ok)).to.deep.equal([true, true, false, false]);
  });

  it('goes by the band of the deployment', async () => {
    const [served, refused] = await Promise.all(
      [250, 249].map((parBandBps) => outcomeAt({ DAI: 1_025_000n }, parBandBps)),
    );

    expect([served?.ok, refused?.ok]).to.deep.equal([true, false]);
  });

  it('refuses where either price is not known, or rounds to nothing', async () => {
    const unknown = (symbol: string, chain: string) => ({
      ok: false,
      code: 'NO_ROUTE',
      reason: `the float lane pays unit for unit only where both prices are known; ${symbol} on ${chain} has none now`,
    });

    expect(await outcomeAt({ DAI: null })).to.deep.equal(unknown('DAI', 'eip155:8453'));
    expect(await outcomeAt({ USDC: null })).to.deep.equal(unknown('USDC', 'eip155:42161'));
    expect(await outcomeAt({ DAI: 0n })).to.deep.equal(unknown('DAI', 'eip155:8453'));
  });

  it('serves one token on two chains wherever its price stands, but not its bridged twin that fell', async () => {
    const native = await laneOffer(laneRequest(usdcOnBase, usdcOnArbitrum, 200_000_000n), {
      floats,
      prices: { USDC: 900_000n },
    });
    const bridged = await laneOffer(laneRequest(bridgedOnBase, usdcOnArbitrum, 200_000_000n), {
      floats,
      prices: { 'USDC.e': 900_000n },
    });

    expect(native.outcome).to.have.nested.property('value.output', 199_880_000n);
    expect(bridged.outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane pays unit for unit only within 100 bps; USDC.e is at 900000 micro-USD and USDC at 1000000',
    });
  });

  it('never pays out more than what came in is worth, and the band', async () => {
    const price = fc.bigInt({ min: 900_000n, max: 1_100_000n });
    const band = fc.integer({ min: 1, max: 1_000 });
    const amount = fc.bigInt({ min: 10n ** 17n, max: 249n * 10n ** 18n });
    let accepted = 0;

    await fc.assert(
      fc.asyncProperty(price, price, band, amount, async (DAI, USDC, parBandBps, units) => {
        const { outcome } = await laneOffer(laneRequest(daiOnBase, usdcOnArbitrum, units), {
          floats,
          prices: { DAI, USDC },
          parBandBps,
        });
        if (!outcome.ok) return;
        accepted += 1;
        const paid = outcome.value.output * USDC * 10n ** 12n;
        expect(paid * 10_000n <= units * DAI * BigInt(10_000 + parBandBps)).to.equal(true);
      }),
      { numRuns: 500 },
    );

    expect(accepted).to.be.above(50);
  });
});

/** Of 200 DAI on Base for USDC on Arbitrum. */
async function outcomeAt(prices: NonNullable<LaneWorld['prices']>, parBandBps = 100) {
  return (
    await laneOffer(laneRequest(daiOnBase, usdcOnArbitrum, 200n * 10n ** 18n), {
      floats,
      prices,
      parBandBps,
    })
  ).outcome;
}
