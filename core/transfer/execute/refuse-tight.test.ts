import { asUnits, type Ppm } from '@interline/kernel';
import { expect } from 'chai';
import { refuseTight } from './refuse-tight.ts';

const ordered = (minOutput: bigint, slippage = 0) => ({
  minOutput: asUnits(minOutput),
  slippage: slippage as Ppm,
});
const plan = (keeps: 'perishable' | 'durable') => ({ keeps, output: asUnits(1_000_000n) });

describe('an order without room for a price change', () => {
  it('is refused by an engine whose plan is renewed after the pull, at less than 0.05 %', () => {
    expect(refuseTight(ordered(999_500n), plan('perishable'))).to.equal(null);
    expect(refuseTight(ordered(999_501n), plan('perishable'))).to.deep.equal({
      ok: false,
      code: 'BELOW_AGREED_OUTPUT',
      reason:
        'its price is asked for again once the money was pulled, and 999501 of 1000000 leaves no room for a change; allow a slippage of at least 0.0005',
    });
  });

  it('is served if it allows that much, even if the engine holds everything it quoted', () => {
    const whole = (slippage: number) => ordered(1_000_000n, slippage);

    expect(refuseTight(whole(500), plan('perishable'))).to.equal(null);
    expect(refuseTight(whole(499), plan('perishable'))?.code).to.equal('BELOW_AGREED_OUTPUT');
  });

  it('is served if the price is guaranteed: slippage 0 causes no refund there', () => {
    expect(refuseTight(ordered(1_000_000n), plan('durable'))).to.equal(null);
  });
});
