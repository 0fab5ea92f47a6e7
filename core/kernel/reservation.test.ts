import { expect } from 'chai';
import { asUnits } from './amount.ts';
import { capOf, freeUnits } from './reservation.ts';

describe('the free units of a book', () => {
  it('are what is held less what is taken, and zero where that is more', () => {
    const free = (taken: bigint) => freeUnits({ units: asUnits(1_000n) }, asUnits(taken));

    expect([0n, 1n, 999n, 1_000n, 1_001n, 2n ** 255n].map(free)).to.deep.equal([
      1_000n,
      999n,
      1n,
      0n,
      0n,
      0n,
    ]);
  });
});

describe('the cap of a transfer', () => {
  it('is a quarter of the free float, rounded down', () => {
    expect([0n, 3n, 4n, 7n, 8n, 1_000_000_003n].map((free) => capOf(asUnits(free)))).to.deep.equal([
      0n,
      0n,
      1n,
      1n,
      2n,
      250_000_000n,
    ]);
  });
});
