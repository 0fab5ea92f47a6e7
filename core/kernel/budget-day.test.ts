import { expect } from 'chai';
import { msUntilReset, utcDay } from './budget-day.ts';

describe('the daily budgets', () => {
  it('are whole again at midnight UTC, a day after the last midnight at the latest', () => {
    expect(msUntilReset(Date.UTC(2027, 0, 14, 23, 59, 59, 999))).to.equal(1);
    expect(msUntilReset(Date.UTC(2027, 0, 15, 0, 0, 0, 0))).to.equal(86_400_000);
    expect(msUntilReset(Date.UTC(2027, 0, 15, 18, 0, 0, 0))).to.equal(21_600_000);
  });

  it('are charged to the UTC day, which ends at midnight', () => {
    expect(utcDay(Date.UTC(2027, 0, 14, 23, 59, 59, 999))).to.equal('2027-01-14');
    expect(utcDay(Date.UTC(2027, 0, 15, 0, 0, 0, 0))).to.equal('2027-01-15');
  });
});
