import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { owedInPasses, quotaOf } from './invoice.ts';
import { products } from './products.ts';

const passes = products.starter.passes;

describe('what is owed in passes', () => {
  const owed = (received: bigint, issued = 0, bundles = 2) =>
    owedInPasses({
      ...{ bundle: 'starter', bundles, amount: asUnits(2_000_000n), issued },
      ...{ credited: asUnits(received), received: asUnits(received) },
    });

  it('is all that came while no pass of it was claimed, and nothing once all are', () => {
    expect([owed(0n), owed(2_000_000n), owed(2_000_000n, 2 * passes)]).to.deep.equal([
      0n,
      2_000_000n,
      0n,
    ]);
  });

  it('is the part of what is left, rounded up', () => {
    expect([owed(2_000_000n, passes), owed(2_000_001n, passes)]).to.deep.equal([
      1_000_000n,
      1_000_001n,
    ]);
    expect(owed(2_000_000n, 2 * passes - 1) > 0n).to.equal(true);
  });

  it('is what came where that is too little for any', () => {
    expect(
      quotaOf({
        bundle: 'starter',
        bundles: 2,
        amount: asUnits(2_000_000n),
        credited: asUnits(1_999_999n),
      }),
    ).to.equal(0);
    expect(owed(1_999_999n)).to.equal(1_999_999n);
  });
});
