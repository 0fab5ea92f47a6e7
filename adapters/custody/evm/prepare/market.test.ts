import { expect } from 'chai';
import fc from 'fast-check';
import { chainCosts, costsOf } from './chain-costs.ts';
import {
  bumpedFees,
  type Fees,
  type Market,
  marketFees,
  marketOf,
  marketUnder,
  type NodeFees,
} from './market.ts';

const gwei = 10n ** 9n;
const noCap = 10n ** 18n;

/** Base: at most 10 gwei, a tip from 0.001 gwei, a tip of 0.1 gwei at any base fee. */
const base = costsOf(8453, undefined);
const honest: NodeFees = { baseFee: 8_000_000n, tip: 2_000_000n };
const honestMarket = {
  baseFee: 8_000_000n,
  lowBaseFee: 8_000_000n,
  tip: 2_000_000n,
  mostTip: 225_000_000n,
};

describe('fees', () => {
  it('leave room for the base fee to double, within the cap', () => {
    expect(marketFees({ baseFee: 100n, tip: 7n }, noCap)).to.deep.equal({
      maxFeeRate: 207n,
      tip: 7n,
    });
    expect(marketFees({ baseFee: 100n, tip: 7n }, 150n)).to.deep.equal({
      maxFeeRate: 150n,
      tip: 7n,
    });
    expect(marketFees({ baseFee: 100n, tip: 700n }, 150n)).to.deep.equal({
      maxFeeRate: 150n,
      tip: 150n,
    });
  });

  it('of a replacement are at least an eighth higher, rounded up', () => {
    const market = { baseFee: 0n, lowBaseFee: 0n, tip: 0n, mostTip: noCap };

    for (const last of [0n, 1n, 7n, 8n, 9n, 1_000_000_007n]) {
      const fees = bumpedFees({ maxFeeRate: last, tip: last }, market, noCap);
      expect((fees?.maxFeeRate ?? 0n) * 8n >= last * 9n, `${last}`).to.equal(true);
      expect((fees?.maxFeeRate ?? 0n) > last, `${last}`).to.equal(true);
      expect(fees?.tip, `${last}`).to.equal(fees?.maxFeeRate);
    }
  });

  it('of a replacement never offer a tip above the whole', () => {
    for (const fees of [
      { baseFee: 1n, tip: 500n },
      { baseFee: 500n, tip: 1n },
    ]) {
      const market = { ...fees, lowBaseFee: fees.baseFee, mostTip: noCap };
      for (const last of [
        { maxFeeRate: 100n, tip: 100n },
        { maxFeeRate: 100n, tip: 0n },
      ]) {
        const bumped = bumpedFees(last, market, 300n);
        expect((bumped?.tip ?? 1n) <= (bumped?.maxFeeRate ?? 0n)).to.equal(true);
      }
    }
  });

  it('of a replacement stop at the cap and at the most a tip may be, six of them after the first', () => {
    const market = marketOf([{ baseFee: 8_000_000n, tip: 2_000n * gwei }], base);
    let fees = marketFees(market, base.feeRateCap);
    const tips = [fees.tip];
    for (
      let next = bumpedFees(fees, market, base.feeRateCap);
      next !== null;
      next = bumpedFees(fees, market, base.feeRateCap)
    ) {
      fees = next;
      tips.push(fees.tip);
    }

    expect([tips[0], tips.at(-1), tips.length]).to.deep.equal([100_000_000n, 202_728_664n, 7]);
    expect(
      bumpedFees({ maxFeeRate: 8_888_888_887n, tip: 1n }, honestMarket, base.feeRateCap)
        ?.maxFeeRate,
    ).to.equal(9_999_999_999n);
    expect(
      bumpedFees({ maxFeeRate: 8_888_888_889n, tip: 1n }, honestMarket, base.feeRateCap),
    ).to.equal(null);
  });
});

describe('the market', () => {
  it('is what the nodes say where they agree', () => {
    expect(marketOf([honest, honest, honest], base)).to.deep.equal(honestMarket);
  });

  const absurd: Readonly<Record<string, NodeFees>> = {
    'a tip of 2,000 gwei': { ...honest, tip: 2_000n * gwei },
    'a base fee of 2,000 gwei': { ...honest, baseFee: 2_000n * gwei },
    both: { baseFee: 2_000n * gwei, tip: 2_000n * gwei },
    nothing: { baseFee: 0n, tip: 0n },
  };
  for (const [what, lie] of Object.entries(absurd)) {
    it(`is not moved by one of three that says ${what}`, () => {
      expect(marketOf([lie, honest, honest], base)).to.deep.equal(honestMarket);
      expect(marketOf([honest, lie, honest], base)).to.deep.equal(honestMarket);
    });
  }

  it('is not moved by one of two that says too much', () => {
    for (const what of ['a tip of 2,000 gwei', 'a base fee of 2,000 gwei', 'both'] as const) {
      expect(marketOf([absurd[what] ?? honest, honest], base), what).to.deep.equal(honestMarket);
    }
  });

  it('of two that differ offers for the higher base fee, and reckons with the lower', () => {
    expect(marketOf([{ baseFee: 4n * gwei, tip: 0n }, honest], base)).to.deep.equal({
      baseFee: 4n * gwei,
      lowBaseFee: 8_000_000n,
      tip: 1_000_000n,
      mostTip: 225_000_000n,
    });
    expect(marketOf([{ baseFee: 0n, tip: 0n }, honest], base)).to.deep.equal({
      ...honestMarket,
      lowBaseFee: 0n,
      tip: 1_000_000n,
    });
  });

  it("gives a lone node that lies no more tip than the base fee, or the chain's own bound", () => {
    expect(marketOf([{ baseFee: 8_000_000n, tip: 2_000n * gwei }], base).tip).to.equal(
      100_000_000n,
    );
    expect(marketOf([{ baseFee: gwei, tip: gwei }], base).tip).to.equal(gwei);
    expect(marketOf([{ baseFee: gwei, tip: gwei + 1n }], base).tip).to.equal(gwei);
    expect(marketOf([{ baseFee: 8_000_000n, tip: 100_000_000n }], base).tip).to.equal(100_000_000n);
    expect(marketOf([{ baseFee: 8_000_000n, tip: 100_000_001n }], base).tip).to.equal(100_000_000n);
  });

  it('takes no tip from a base fee above the cap, and leaves it above the cap where all say it', () => {
    const market = {
      baseFee: 10n * gwei + 1n,
      lowBaseFee: 10n * gwei + 1n,
      tip: 100_000_000n,
      mostTip: 225_000_000n,
    };

    expect(marketOf([{ baseFee: 10n * gwei + 1n, tip: 50n * gwei }], base)).to.deep.equal(market);
    expect(marketOf([{ baseFee: 10n * gwei, tip: 50n * gwei }], base).tip).to.equal(10n * gwei);
  });

  it("lets a tip follow a base fee above the chain's cap only under a cap that allows it", () => {
    const market = marketOf([{ baseFee: 50n * gwei, tip: gwei }], base);
    const under = (feeRateCap: bigint) => marketUnder(market, base, feeRateCap).mostTip;

    expect([under(base.feeRateCap), under(50n * gwei - 1n), under(50n * gwei)]).to.deep.equal([
      225_000_000n,
      225_000_000n,
      112_500_000_000n,
    ]);
  });

  it('offers the least tip that a chain takes', () => {
    expect(
      marketOf([{ baseFee: 40n * gwei, tip: 30n * gwei - 1n }], costsOf(137, undefined)).tip,
    ).to.equal(30n * gwei);
    expect(
      marketOf([{ baseFee: 40n * gwei, tip: 30n * gwei + 1n }], costsOf(137, undefined)).tip,
    ).to.equal(30n * gwei + 1n);
    expect(marketOf([{ baseFee: 0n, tip: 0n }], costsOf(56, undefined)).tip).to.equal(50_000_000n);
  });
});

describe('a node that answered a tip of 2,000 gwei, which cost 0.304 ether for a transfer of two dollars', () => {
  /** Gas of the pull and the payout of a transfer, as measured then. */
  const gas = 152_000n;
  const lie: NodeFees = { ...honest, tip: 2_000n * gwei };
  const ethereum = costsOf(1, undefined);
  const busy: NodeFees = { baseFee: 10n * gwei, tip: gwei };

  it('costs what the other two say where it is one of three', () => {
    const { tip, mostTip } = marketOf([lie, honest, honest], base);

    expect([gas * tip, gas * mostTip]).to.deep.equal([304_000_000_000n, 34_200_000_000_000n]);
  });

  it('costs at most 0.0000152 ether on Base where it is the only one, and 0.0000342 after all replacements', () => {
    const { tip, mostTip } = marketOf([lie], base);

    expect([gas * tip, gas * mostTip]).to.deep.equal([15_200_000_000_000n, 34_200_000_000_000n]);
  });

  it('costs at most 0.00152 ether on Ethereum at a base fee of 10 gwei, and 0.00342 after all replacements', () => {
    const { tip, mostTip } = marketOf([{ ...busy, tip: 2_000n * gwei }], ethereum);

    expect([gas * tip, gas * mostTip]).to.deep.equal([
      1_520_000_000_000_000n,
      3_420_000_000_000_000n,
    ]);
  });

  it("costs at most the chain's cap where it is the only one and lies about the base fee too", () => {
    for (const [costs, most] of [
      [base, 1_520_000_000_000_000n],
      [ethereum, 45_600_000_000_000_000n],
    ] as const) {
      fc.assert(
        fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(0n, 10n ** 15n), (baseFee, tip) => {
          const market = marketOf([{ baseFee, tip }], costs);
          let fees = marketFees(market, costs.feeRateCap);
          let next = bumpedFees(fees, market, costs.feeRateCap);
          while (next !== null) {
            fees = next;
            next = bumpedFees(fees, market, costs.feeRateCap);
          }
          expect(gas * fees.maxFeeRate <= most).to.equal(true);
        }),
      );
    }
  });
});

describe('the signed forms of a transaction that no block takes for a month', () => {
  it('are 219 at most on any chain, however the market moves', () => {
    const counts = [...chainCosts.values()].map((costs) => {
      // The cheapest first offer, and a market that allows every tip up to the cap.
      const market = { ...marketOf([{ baseFee: 1n, tip: 0n }], costs), mostTip: costs.feeRateCap };
      return formsUnder(market, marketFees(market, costs.feeRateCap), costs.feeRateCap);
    });

    expect(Math.max(...counts)).to.equal(219);
  });

  it('are 46 on a Base that stands still at a thousandth of its cap', () => {
    const market = marketOf([{ baseFee: 10_000_000n, tip: 0n }], base);

    expect(formsUnder(market, marketFees(market, base.feeRateCap), base.feeRateCap)).to.equal(46);
  });

  function formsUnder(market: Market, first: Fees, feeRateCap: bigint): number {
    let forms = 1;
    let next = bumpedFees(first, market, feeRateCap);
    while (next !== null) {
      forms += 1;
      next = bumpedFees(next, market, feeRateCap);
    }
    return forms;
  }
});
