import { expect } from 'chai';
import fc from 'fast-check';
import { feeOf, standardFeeBps } from '@interline/plugins';
import { feeAtRate } from './fee-at-rate.ts';
import { priceTransfer } from './price-transfer.ts';
import { pricingFacts } from './testing/pricing-facts.ts';

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
