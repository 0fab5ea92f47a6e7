import { expect } from 'chai';
import { dayOf } from './policy.ts';

describe("a budget's day", () => {
  it('ends at midnight UTC', () => {
    expect(dayOf(Date.UTC(2027, 0, 14, 23, 59, 59, 999))).to.equal('2027-01-14');
    expect(dayOf(Date.UTC(2027, 0, 15, 0, 0, 0, 0))).to.equal('2027-01-15');
  });
});
