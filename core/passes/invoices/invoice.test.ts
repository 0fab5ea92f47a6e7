import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { owedInPasses, quotaOf } from './invoice.ts';
import { products } from './products.ts';

const passes = products.starter.passes;

describe('the debt in passes', () => {
  const owed = (received: bigint, issued = 0, bundles = 2) =>
    owedInPasses({
      ...{ bundle: 'starter', bundles, amount: asUnits(2_000_000n), issued },
      ...{ credited: asUnits(received), received: asUnits(received) },
    });

  it('is everything that came until its last pass is claimed, and zero from then on', () => {
    expect([owed(0n), owed(2_000_000n), owed(2_000_000n, 2 * passes)]).to.deep.equal([
      0n,
      2_000_000n,
      0n,
    ]);
  });

  it('does not reveal how many were claimed before the last', () => {
    expect([owed(2_000_000n, 1), owed(2_000_000n, 2 * passes - 1)]).to.deep.equal([
      2_000_000n,
      2_000_000n,
    ]);
  });

  it('is what came if that is too little for a pass', () => {
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
