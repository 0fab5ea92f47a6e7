import { expect } from 'chai';
import { formatMoney, formatUnits, parseAmount, typedAmount, unitsOf } from './amount.ts';

describe('an amount', () => {
  it('has all its digits, even if no Number could hold them', () => {
    expect(formatUnits(1_234_567_890_123_456_789_012_345_678n, 18, 'en')).to.equal(
      '1,234,567,890.123456789012345678',
    );
    expect(formatUnits(1n, 18, 'en')).to.equal('0.000000000000000001');
    expect(formatUnits(2n ** 256n - 1n, 0, 'en').replaceAll(',', '')).to.equal(
      (2n ** 256n - 1n).toString(),
    );
    expect(formatUnits(0n, 6, 'en')).to.equal('0');
    expect(formatUnits(-4_000n, 6, 'en')).to.equal('\u22120.004');
  });

  it("is written in its reader's language", () => {
    expect(formatUnits(1_234_567_890n, 6, 'de')).to.equal('1.234,56789');
    expect(formatMoney(1_234_500_000n, 6, 'de')).to.equal('1.234,50');
  });

  it('as money has two digits behind the point or none', () => {
    expect(formatMoney(4_996_000n, 6, 'en')).to.equal('4.996');
    expect(formatMoney(4_500_000n, 6, 'en')).to.equal('4.50');
    expect(formatMoney(5_000_000n, 6, 'en')).to.equal('5');
    expect(formatMoney(5n, 1, 'en')).to.equal('0.5');
  });

  it('is read as it was typed, and nothing else is', () => {
    expect(parseAmount(' 5.25 ', 6)).to.deep.equal({ ok: true, units: 5_250_000n });
    expect(parseAmount('.5', 6)).to.deep.equal({ ok: true, units: 500_000n });
    expect(parseAmount('5.', 6)).to.deep.equal({ ok: true, units: 5_000_000n });
    expect(parseAmount('0.000000000000000001', 18)).to.deep.equal({ ok: true, units: 1n });
    expect(parseAmount('5.1000000', 6)).to.deep.equal({ ok: true, units: 5_100_000n });
    for (const [text, why] of [
      ['', 'empty'],
      ['1,000', 'shape'],
      ['1e3', 'shape'],
      ['-1', 'shape'],
      ['0x10', 'shape'],
      ['0.0', 'zero'],
      ['0.0000001', 'decimals'],
    ] as const)
      expect(parseAmount(text, 6), text).to.deep.equal({ ok: false, why });
  });

  it('can be typed again', () => {
    expect([typedAmount(5_250_000n, 6), typedAmount(1n, 18), typedAmount(7n, 0)]).to.deep.equal([
      '5.25',
      '0.000000000000000001',
      '7',
    ]);
  });

  it('that the service did not send is null, and not 0', () => {
    expect([unitsOf(undefined), unitsOf(null), unitsOf(''), unitsOf('0')]).to.deep.equal([
      null,
      null,
      null,
      0n,
    ]);
  });
});
