import type { Plan } from '@interline/kernel';
import { expect } from 'chai';
import type { Route } from '../route.ts';
import { costed } from './leave-rail.ts';

describe('a plan that takes a route over', () => {
  it('counts its refund cost with the coin of its own calls, not with that of the previous plan', () => {
    expect(costed(leaving([call(1_000n), call(5n)], 1), planOf([call(40n)])).giveBackCost).to.equal(
      1_340n,
    );
    expect(costed(leaving([call(5n)], 0), planOf([call(0n)])).giveBackCost).to.equal(1_300n);
  });

  it('counts at least the coin of its calls', () => {
    expect(costed(leaving([call(9_000n)], 0), planOf([call(40n)])).giveBackCost).to.equal(40n);
  });

  it('counts nothing if the previous plan did not', () => {
    const left = { plan: planOf([call(5n)]), cursor: 0 };

    expect(costed(left, planOf([call(40n)]))).not.to.have.property('giveBackCost');
  });
});

function call(value: bigint) {
  return { kind: 'call', value };
}

function planOf(steps: readonly object[]): Plan {
  // CAST: the plan fields that are read.
  return { keeps: 'durable', steps } as unknown as Plan;
}

/** 1,305 wei, including the coin of calls that were still to be made. */
function leaving(steps: readonly object[], cursor: number): Pick<Route, 'plan' | 'cursor'> {
  // CAST: the plan fields that are read.
  return { plan: { ...planOf(steps), giveBackCost: 1_305n } as Plan, cursor };
}
