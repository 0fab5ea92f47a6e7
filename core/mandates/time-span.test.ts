import { expect } from 'chai';
import { frequencies, windowOf } from './time-span.ts';

describe('the window of a recurring mandate', () => {
  const at = (text: string): number => Date.parse(text);

  it('ends at midnight UTC: of the day, of Sunday, of the month, the quarter and the year', () => {
    const last: Readonly<Record<string, readonly [string, string]>> = {
      DAILY: ['2026-11-27T23:59:59.999Z', '2026-11-28T00:00:00Z'],
      WEEKLY: ['2026-11-29T23:59:59.999Z', '2026-11-30T00:00:00Z'],
      MONTHLY: ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00Z'],
      QUARTERLY: ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
      ANNUALLY: ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    };
    for (const frequency of frequencies) {
      const [before, after] = last[frequency] ?? [];
      if (before === undefined || after === undefined) continue;
      const first = windowOf(frequency, at('2026-11-27T00:00:00Z'));
      if (frequency !== 'QUARTERLY' && frequency !== 'ANNUALLY')
        expect(windowOf(frequency, at(before)), frequency).to.equal(first);
      expect(windowOf(frequency, at(before)), frequency).to.not.equal(
        windowOf(frequency, at(after)),
      );
    }
  });

  it('of two weeks holds two weeks, wherever one begins to count', () => {
    const days = Array.from({ length: 28 }, (_, day) =>
      windowOf('BIWEEKLY', at('2026-11-02T12:00:00Z') + day * 86_400_000),
    );
    const names = [...new Set(days)];

    expect(days.filter((one) => one === names[1])).to.have.length(14);
  });

  it('is null for a mandate that may be used at any time', () => {
    expect(windowOf('ON_DEMAND', 0)).to.equal(null);
  });
});
