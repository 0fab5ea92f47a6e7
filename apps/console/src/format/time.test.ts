import { expect } from 'chai';
import { formatMoment, formatSpan, shortened } from './time.ts';

describe('a stretch of time', () => {
  it('has at most two units', () => {
    expect(
      [0, 340, 2_449, 9_960, 12_400, 60_000, 92_000, 3_600_000, 5_400_000, 93_600_000].map(
        formatSpan,
      ),
    ).to.deep.equal([
      '0 s',
      '0.3 s',
      '2.4 s',
      '10 s',
      '12 s',
      '1 min',
      '1 min 32 s',
      '1 h',
      '1 h 30 min',
      '1 d 2 h',
    ]);
  });

  it('is never below nothing, whatever two clocks say', () => {
    expect(formatSpan(-3_000)).to.equal('0 s');
  });
});

describe('a moment', () => {
  it('that is out of range is shown as a number, and breaks no page', () => {
    expect([formatMoment(1e300), formatMoment(-8_640_000_000_000_001)]).to.deep.equal([
      '1e+300',
      '-8640000000000001',
    ]);
    expect(formatMoment(8_640_000_000_000_000, 'en')).to.contain('275760');
  });
});

describe('something long', () => {
  it('shows its beginning and its end', () => {
    expect(shortened('0x7F8Cb22De62D1c3BF')).to.equal('0x7F8C\u2026c3BF');
    expect(shortened('short')).to.equal('short');
  });
});
