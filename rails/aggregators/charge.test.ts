import fc from 'fast-check';
import { asUnits, bps } from '@interline/plugins';
import { expect } from 'chai';
import { chargeOf, leastAmountFor, writeCharge } from './charge.ts';

describe('our charge', () => {
  it('is a share of the amount, rounded up, and the gas', () => {
    expect(chargeOf(asUnits(100_000_000n), bps(8), asUnits(1_300n))).to.deep.equal({
      fee: 81_300n,
      servicePart: 80_000n,
      gasPart: 1_300n,
    });
    expect(chargeOf(asUnits(1_250n), bps(8), asUnits(0n))).to.deep.equal({
      fee: 1n,
      servicePart: 1n,
      gasPart: 0n,
    });
    expect(chargeOf(asUnits(1_251n), bps(8), asUnits(0n))).to.deep.equal({
      fee: 2n,
      servicePart: 2n,
      gasPart: 0n,
    });
  });

  it('is written in digits', () => {
    expect(writeCharge(chargeOf(asUnits(100_000_000n), bps(8), asUnits(1_300n)))).to.deep.equal({
      svcFee: '81300',
      serviceFee: '80000',
      gasFee: '1300',
    });
  });
});

describe('the least amount for an engine', () => {
  it('covers its minimum and our charge', () => {
    expect(leastAmountFor(1n, bps(8), asUnits(1_300n))).to.equal(1_303n);
    expect(leastAmountFor(1_000_000n, bps(0), asUnits(5n))).to.equal(1_000_005n);
  });

  it('is missing if the rate takes everything', () => {
    expect(leastAmountFor(1n, bps(10_000), asUnits(0n))).to.equal(null);
  });

  it('is missing if no amount is large enough', () => {
    expect(leastAmountFor((1n << 256n) - 1n, bps(8), asUnits(0n))).to.equal(null);
  });

  it('is exact: it is enough, and one unit less is not', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 1n << 90n),
        fc.integer({ min: 0, max: 9_999 }),
        fc.bigInt(0n, 1n << 60n),
        (net, rate, gas) => {
          const least = leastAmountFor(net, bps(rate), asUnits(gas)) ?? 0n;
          const left = (amount: bigint): bigint =>
            amount - chargeOf(asUnits(amount), bps(rate), asUnits(gas)).fee;

          expect(left(least) >= net).to.equal(true);
          expect(left(least - 1n) < net).to.equal(true);
        },
      ),
    );
  });
});
