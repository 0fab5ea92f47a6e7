import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Amount,
  asAmount,
  asUnits,
  maxUint256,
  noUnits,
  readAmount,
  readUnits,
} from './amount.ts';
import { RelayError } from './error.ts';

const largest = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const oneAbove = '115792089237316195423570985008687907853269984665640564039457584007913129639936';

describe('an amount on the wire', () => {
  it('is a string of digits from 1 to 2^256 - 1', () => {
    expect(readAmount('1')).to.equal(1n);
    expect(readAmount('1000001')).to.equal(1_000_001n);
    expect(readAmount('9007199254740993')).to.equal(9_007_199_254_740_993n);
    expect(readAmount(largest)).to.equal(maxUint256);
  });

  it('is refused from 2^256 on', () => {
    const refusal = {
      code: 'BAD_AMOUNT',
      details: { field: 'amount' },
      message: 'amount is above 2^256 - 1',
    };

    expect(() => readAmount(oneAbove))
      .to.throw(RelayError)
      .that.deep.includes(refusal);
    expect(() => readAmount('9'.repeat(78)))
      .to.throw(RelayError)
      .that.deep.includes(refusal);
    expect(() => readAmount('9'.repeat(79)))
      .to.throw(RelayError)
      .that.deep.includes({ ...refusal, message: wanted('a string of 79 characters') });
  });

  const refused: readonly (readonly [unknown, string])[] = [
    ['0', '"0"'],
    ['00', '"00"'],
    ['01', '"01"'],
    ['-1', '"-1"'],
    ['+1', '"+1"'],
    ['1.0', '"1.0"'],
    ['1.', '"1."'],
    ['0x10', '"0x10"'],
    [' 1', '" 1"'],
    ['1 ', '"1 "'],
    ['1\n', '"1\\n"'],
    ['1e3', '"1e3"'],
    ['1_000', '"1_000"'],
    ['1,000', '"1,000"'],
    ['١', '"١"'],
    ['', '""'],
    ['NaN', '"NaN"'],
    [1, 'a number'],
    [1n, 'a bigint'],
    [true, 'a boolean'],
    [null, 'null'],
  ];

  for (const [value, shown] of refused) {
    it(`is refused as ${typeof value === 'string' ? 'the text ' : ''}${shown}`, () => {
      expect(() => readAmount(value))
        .to.throw(RelayError)
        .that.deep.includes({
          code: 'BAD_AMOUNT',
          details: { field: 'amount' },
          message: wanted(shown),
        });
    });
  }

  it('is refused when it is missing, a list or an object', () => {
    for (const value of [undefined, ['1'], { amount: '1' }, new String('1')]) {
      expect(() => readAmount(value))
        .to.throw(RelayError)
        .with.property('code', 'BAD_AMOUNT');
    }
  });

  it('names the field it stands in', () => {
    expect(() => readAmount('0', 'permit2.permitted.amount'))
      .to.throw(RelayError, /^permit2\.permitted\.amount must be /)
      .with.deep.property('details', { field: 'permit2.permitted.amount' });
  });

  it('is echoed up to 40 characters and never beyond', () => {
    expect(() => readAmount('x'.repeat(40))).to.throw(wanted(`"${'x'.repeat(40)}"`));
    expect(() => readAmount('x'.repeat(41))).to.throw(wanted('a string of 41 characters'));
    expect(() => readAmount('7'.repeat(1_000_000))).to.throw(
      wanted('a string of 1000000 characters'),
    );
  });

  it('reads back what it was written as, whatever its size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: maxUint256 }), (units) => {
        expect(readAmount(units.toString())).to.equal(units);
      }),
      { numRuns: 200 },
    );
  });

  it('is either read or BAD_AMOUNT, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+ 0-9.e]{0,80}$/)), (text) => {
        try {
          expect(readAmount(text).toString()).to.equal(text);
        } catch (error) {
          expect(error).to.be.instanceOf(RelayError).with.property('code', 'BAD_AMOUNT');
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('units on the wire', () => {
  it('are like an amount, with zero allowed', () => {
    expect(readUnits('0', 'minOut')).to.equal(0n);
    expect(readUnits('1', 'minOut')).to.equal(1n);
    expect(readUnits(largest, 'minOut')).to.equal(maxUint256);
  });

  it('are refused like an amount otherwise', () => {
    for (const value of ['00', '-0', '-1', '0.0', '', oneAbove, '9'.repeat(79), 0, null]) {
      expect(() => readUnits(value, 'minOut'))
        .to.throw(RelayError)
        .that.deep.includes({ code: 'BAD_AMOUNT', details: { field: 'minOut' } });
    }
    expect(() => readUnits('-1', 'minOut')).to.throw(
      'minOut must be a whole number, zero or more, in a string of decimal digits, smallest units; got "-1"',
    );
  });
});

describe('a computed quantity', () => {
  it('is units from 0 to 2^256 - 1', () => {
    expect(asUnits(0n)).to.equal(0n);
    expect(asUnits(maxUint256)).to.equal(maxUint256);
    expect(noUnits).to.equal(0n);
  });

  it('outside of that is a fault of ours', () => {
    expect(() => asUnits(-1n)).to.throw(RangeError, '-1 is not a token quantity');
    expect(() => asUnits(maxUint256 + 1n)).to.throw(
      RangeError,
      `${oneAbove} is not a token quantity`,
    );
  });

  it('that moves is at least 1', () => {
    expect(asAmount(1n)).to.equal(1n);
    expect(asAmount(maxUint256)).to.equal(maxUint256);
    expect(() => asAmount(0n)).to.throw(RangeError, 'an amount that moves cannot be zero');
    expect(() => asAmount(-1n)).to.throw(RangeError, '-1 is not a token quantity');
    expect(() => asAmount(maxUint256 + 1n)).to.throw(
      RangeError,
      `${oneAbove} is not a token quantity`,
    );
  });

  it('does not compile as an amount while it may be zero', () => {
    // @ts-expect-error Units may be zero, so they are not an amount.
    const amount: Amount = asUnits(1n);

    expect(amount).to.equal(1n);
  });
});

function wanted(shown: string): string {
  return `amount must be a positive whole number in a string of decimal digits, smallest units; got ${shown}`;
}
