import { expect } from 'chai';
import { laneOffer, usdc } from './testing/lane-offer.ts';
import { laneRequest } from './testing/lane-request.ts';
import { daiOnBase, usdcOnArbitrum } from './testing/lane-tokens.ts';

describe('the float lane, by amount', () => {
  const rows: readonly (readonly [string, bigint, string, bigint])[] = [
    ['0.099999 USD', 99_999n, 'base', 60n],
    ['0.10 USD', 100_000n, 'micro-standard', 60n],
    ['25 USD', 25_000_000n, 'micro-standard', 2_000n],
    ['25.000001 USD', 25_000_001n, 'base', 15_001n],
  ];

  for (const [what, units, mode, fee] of rows) {
    it(`is priced as ${mode} at ${what}`, async () => {
      const { outcome, block } = await laneOffer(usdc(units));

      expect(outcome).to.have.nested.property('value.fee', fee);
      expect(block).to.have.nested.property('pricing.mode', mode);
    });
  }

  it('is served at capNow and refused one unit above it, the block still beside it', async () => {
    const served = await laneOffer(usdc(250_000_000n));
    const refused = await laneOffer(usdc(250_000_001n));

    expect(served.outcome.ok).to.equal(true);
    expect(refused.outcome).to.deep.equal({
      ok: false,
      code: 'INSUFFICIENT_FLOAT',
      reason:
        'amount 250000001 is above capNow 250000000, a quarter of the free float on eip155:8453',
    });
    expect(refused.block).to.deep.include({
      capNow: '250000000',
      destFloat: '1000000000',
      fee: '150001',
    });
  });

  it('is refused below a cent and served from there', async () => {
    expect((await laneOffer(usdc(9_999n))).outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the amount is worth 9999 micro-USD; the float lane wants at least 10000',
      minInput: 10_000n,
    });
    expect((await laneOffer(usdc(10_000n))).outcome.ok).to.equal(true);
  });

  it('is refused where the fee takes all of it', async () => {
    expect((await laneOffer(usdc(1n))).outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'amount 1 leaves nothing to pay out after the fee of 1',
      minInput: 10_000n,
    });
  });

  it('is a plain refusal even for an absurd amount', async () => {
    expect((await laneOffer(usdc(2n ** 256n - 1n))).outcome).to.deep.equal({
      ok: false,
      code: 'INSUFFICIENT_FLOAT',
      reason:
        'amount (a number of 78 digits) is above capNow 250000000, a quarter of the free float on eip155:8453',
    });
  });
});

describe('the float lane, between decimals', () => {
  it('pays out 18 decimals for 6', async () => {
    const up = await laneOffer(laneRequest(usdcOnArbitrum, daiOnBase, 100_000_000n), {
      floats: [{ token: daiOnBase, free: 1_000_000_000_000_000_000_003n }],
    });

    expect(up.outcome).to.have.nested.property('value.output', 99_940_000_000_000_000_000n);
    expect(up.block).to.deep.include({
      fee: '60000',
      capNow: '250000000',
      destFloat: '1000000000000000000003',
    });
  });

  it('pays out 6 decimals for 18, rounded down', async () => {
    const down = await laneOffer(
      laneRequest(daiOnBase, usdcOnArbitrum, 100_000_000_000_000_000_001n),
      { floats: [{ token: usdcOnArbitrum, free: 1_000_000_003n }] },
    );

    expect(down.outcome).to.have.nested.property('value.fee', 60_000_000_000_000_001n);
    expect(down.outcome).to.have.nested.property('value.output', 99_940_000n);
    expect(down.block).to.deep.include({
      capNow: '250000000000000000000',
      destFloat: '1000000003',
    });
  });
});
