import fc from 'fast-check';
import { feeOf, standardFeeBps } from '@interline/plugins';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feeAtRate, priceTransfer, pricingModes } from './price-transfer.ts';
import { type PlainFacts, pricingFacts } from './testing/pricing-facts.ts';

const units = fc.bigInt(0n, 10n ** 30n);
const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(values, { nil: null });

const anyFacts = fc
  .record({
    amount: fc.oneof(fc.bigInt(1n, 5_000n), fc.bigInt(1n, 10n ** 30n)),
    restoring: units,
    microFee: orNull(units),
    gas: orNull(units),
    hasFreeTransfer: fc.boolean(),
    fullnessPpm: orNull(fc.bigInt(0n, 3_000_000n)),
    competitorPpm: orNull(fc.bigInt(0n, 10_000n)),
  })
  .map(pricingFacts);

describe('the price of any transfer', () => {
  it('is never above 8 bps rounded up, nor below nothing', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { fee } = priceTransfer(facts);

        expect(fee >= 0n && fee <= feeOf(facts.amount, standardFeeBps)).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is nothing only for members, or where gas costs nothing and a competitor asks next to nothing', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { mode, fee } = priceTransfer(facts);

        if (mode !== 'free-micro-vip' && mode !== 'undercut' && facts.microFee !== 0n)
          expect(fee > 0n).to.equal(true);
      }),
    );
  });

  it('is never below gas and always below the competitor when it undercuts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { mode, fee } = priceTransfer(facts);

        if (mode !== 'undercut') return;
        expect(fee >= (facts.gas ?? -1n)).to.equal(true);
        expect(fee < feeAtRate(facts.amount, facts.competitorPpm ?? 0n)).to.equal(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never makes the micro tier dearer than the price outside it', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const inside = priceTransfer(facts).fee;
        const outside = priceTransfer({ ...facts, microFee: null }).fee;

        expect(inside <= outside).to.equal(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('rises as the destination float is drained', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 30n),
        fc.bigInt(0n, 1_000_000n),
        fc.bigInt(0n, 1_000_000n),
        (amount, one, other) => {
          const [emptier, fuller] = one < other ? [one, other] : [other, one];

          const dearer = priceTransfer(pricingFacts({ amount, fullnessPpm: emptier })).fee;
          const cheaper = priceTransfer(pricingFacts({ amount, fullnessPpm: fuller })).fee;

          expect(dearer >= cheaper).to.equal(true);
        },
      ),
    );
  });
});

function priceOf(changes: PlainFacts): { mode: string; fee: bigint } {
  const { mode, fee } = priceTransfer(pricingFacts(changes));
  return { mode, fee };
}

describe('the pricing table', () => {
  it('is the same in the README and in the code', () => {
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

    const rows = readme
      .split('\n')
      .filter((line) => /^\| `/.test(line))
      .slice(0, pricingModes.length);

    expect(rows).to.deep.equal(
      pricingModes.map(({ mode, when, formula }) => `| \`${mode}\` | ${when} | ${formula} |`),
    );
  });

  describe('free-micro-vip', () => {
    it('costs a member nothing in the micro tier', () => {
      expect(
        priceOf({ amount: 10_000_000n, microFee: 2_000n, hasFreeTransfer: true }),
      ).to.deep.equal({ mode: 'free-micro-vip', fee: 0n });
    });

    it('does not apply to a member outside the micro tier', () => {
      expect(priceOf({ hasFreeTransfer: true })).to.deep.equal({ mode: 'base', fee: 60_000n });
    });
  });

  describe('micro-standard', () => {
    it('costs a fifth of a cent', () => {
      expect(priceOf({ amount: 10_000_000n, microFee: 2_000n })).to.deep.equal({
        mode: 'micro-standard',
        fee: 2_000n,
      });
    });

    it('costs the ordinary price where that is lower', () => {
      expect(priceOf({ amount: 1_000_000n, microFee: 2_000n })).to.deep.equal({
        mode: 'micro-standard',
        fee: 600n,
      });
    });

    it('costs the discounted price where that is lower still', () => {
      expect(
        priceOf({ amount: 1_000_000n, microFee: 2_000n, restoring: 1_000_000n }),
      ).to.deep.equal({ mode: 'micro-standard', fee: 200n });
    });
  });

  describe('undercut', () => {
    it('stays a tenth of a bps below the competitor', () => {
      expect(priceOf({ competitorPpm: 500n })).to.deep.equal({ mode: 'undercut', fee: 49_000n });
    });

    it('does not apply to a competitor at our own price, but one hundredth of a bps below it', () => {
      expect(priceOf({ competitorPpm: 600n })).to.deep.equal({ mode: 'base', fee: 60_000n });
      expect(priceOf({ competitorPpm: 599n })).to.deep.equal({ mode: 'undercut', fee: 58_900n });
    });

    it("never sells below gas, and gives up where gas is the competitor's price", () => {
      expect(priceOf({ competitorPpm: 500n, gas: 49_999n })).to.deep.equal({
        mode: 'undercut',
        fee: 49_999n,
      });
      expect(priceOf({ competitorPpm: 500n, gas: 50_000n })).to.deep.equal({
        mode: 'base',
        fee: 60_000n,
      });
    });

    it('does not apply while gas is unknown', () => {
      expect(priceOf({ competitorPpm: 500n, gas: null })).to.deep.equal({
        mode: 'base',
        fee: 60_000n,
      });
    });

    it('charges gas alone where the competitor is nearly free', () => {
      expect(priceOf({ amount: 1_000_000_000n, competitorPpm: 10n })).to.deep.equal({
        mode: 'undercut',
        fee: 4_625n,
      });
    });

    it('undercuts a rebalancing discount too', () => {
      expect(priceOf({ competitorPpm: 100n, restoring: 100_000_000n })).to.deep.equal({
        mode: 'undercut',
        fee: 9_000n,
      });
    });

    it('does not sell a drained float cheaply', () => {
      expect(priceOf({ competitorPpm: 500n, fullnessPpm: 749_999n })).to.deep.equal({
        mode: 'adaptive',
        fee: 60_100n,
      });
    });
  });

  describe('rebalancing-discount and rebalancing-partial', () => {
    it('discounts an amount that restores both floats to its last unit', () => {
      expect(priceOf({ restoring: 100_000_000n })).to.deep.equal({
        mode: 'rebalancing-discount',
        fee: 20_000n,
      });
    });

    it('discounts only the part that restores them, rounded up', () => {
      expect(priceOf({ restoring: 99_999_999n })).to.deep.equal({
        mode: 'rebalancing-partial',
        fee: 20_001n,
      });
      expect(priceOf({ restoring: 40_000_000n })).to.deep.equal({
        mode: 'rebalancing-partial',
        fee: 44_000n,
      });
      expect(priceOf({ restoring: 1n })).to.deep.equal({
        mode: 'rebalancing-partial',
        fee: 60_000n,
      });
    });

    it('does not apply where nothing is restored', () => {
      expect(priceOf({ restoring: 0n })).to.deep.equal({ mode: 'base', fee: 60_000n });
    });
  });

  describe('adaptive', () => {
    it('starts just below 75 % of the target', () => {
      expect(priceOf({ fullnessPpm: 750_000n })).to.deep.equal({ mode: 'base', fee: 60_000n });
      expect(priceOf({ fullnessPpm: 749_999n })).to.deep.equal({ mode: 'adaptive', fee: 60_100n });
    });

    it('climbs in a straight line, rounded up, to the standard 8 bps at an empty float', () => {
      expect(priceOf({ fullnessPpm: 500_000n })).to.deep.equal({ mode: 'adaptive', fee: 66_700n });
      expect(priceOf({ fullnessPpm: 0n })).to.deep.equal({ mode: 'adaptive', fee: 80_000n });
    });

    it('does not apply where the target is unknown', () => {
      expect(priceOf({ fullnessPpm: null })).to.deep.equal({ mode: 'base', fee: 60_000n });
    });
  });

  describe('base', () => {
    it('is 6 bps, rounded up', () => {
      expect(priceOf({})).to.deep.equal({ mode: 'base', fee: 60_000n });
      expect(priceOf({ amount: 100_000_001n })).to.deep.equal({ mode: 'base', fee: 60_001n });
      expect(priceOf({ amount: 1n })).to.deep.equal({ mode: 'base', fee: 1n });
    });
  });
});
