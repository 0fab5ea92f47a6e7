import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { parseInstant } from './parse.ts';

describe('a time in a request', () => {
  it('is epoch seconds below 1e11 and milliseconds from there on, as a number or in digits', () => {
    expect(parseInstant(1_800_000_000, 'at')).to.equal(1_800_000_000_000);
    expect(parseInstant('1800000000', 'at')).to.equal(1_800_000_000_000);
    expect(parseInstant(99_999_999_999, 'at')).to.equal(99_999_999_999_000);
    expect(parseInstant(100_000_000_000, 'at')).to.equal(100_000_000_000);
    expect(parseInstant(1_800_000_000_123, 'at')).to.equal(1_800_000_000_123);
    expect(parseInstant(0, 'at')).to.equal(0);
  });

  it('is ISO 8601 with its zone, or in UTC', () => {
    const written = [
      '2027-01-15T08:00:00Z',
      '2027-01-15T08:00:00',
      '2027-01-15T10:00+02:00',
      '2027-01-15T08:00:00.000Z',
    ];

    expect(written.map((text) => parseInstant(text, 'at'))).to.deep.equal([
      1_800_000_000_000, 1_800_000_000_000, 1_800_000_000_000, 1_800_000_000_000,
    ]);
    expect(parseInstant('2028-02-29', 'at')).to.equal(1_835_395_200_000);
    expect(parseInstant('9999-12-31T23:59:59.999Z', 'at')).to.equal(253_402_300_799_999);
  });

  it('is refused if it is not a time', () => {
    const wrong = [
      -1,
      1.5,
      Number.NaN,
      253_402_300_800_000,
      '',
      'soon',
      '2027-02-29',
      '2027-01-15T25:00:00Z',
      '15.01.2027',
      '-5',
      '1e9',
      '2027-01-15 08:00',
      'Fri, 15 Jan 2027 08:00:00 GMT',
      '9'.repeat(16),
    ];

    for (const value of wrong)
      expect(refusalOf(() => parseInstant(value, 'at')).code, String(value)).to.equal(
        'BAD_REQUEST',
      );
  });
});
