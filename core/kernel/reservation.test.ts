import { expect } from 'chai';
import fc from 'fast-check';
import { evmAddress } from './address.ts';
import { asUnits } from './amount.ts';
import { evmChain } from './chain.ts';
import { routeOwner } from './transaction.ts';
import {
  type BalanceReading,
  type Book,
  capOf,
  freeUnits,
  type Reservation,
} from './reservation.ts';

const book: Book = {
  chain: evmChain(8453),
  account: evmAddress('0x1000000000000000000000000000000000000abc'),
  token: 'native',
};

describe('the free units of a book', () => {
  it('are the whole balance while nothing is reserved', () => {
    expect(freeUnits(reading(1_000n, 100), [])).to.equal(1_000n);
  });

  it('leave out every open claim, at whatever block the balance was read', () => {
    const claims = [claim({ units: asUnits(300n) }), claim({ units: asUnits(200n) })];

    expect(
      [0, 100, 1_000_000].map((block) => freeUnits(reading(1_000n, block), claims)),
    ).to.deep.equal([500n, 500n, 500n]);
  });

  it('leave out what left after the reading, and not what the reading already shows as gone', () => {
    const left = claim({ units: asUnits(300n), state: 'settled', settledBlock: 100 });

    expect(freeUnits(reading(1_000n, 99), [left])).to.equal(700n);
    expect(freeUnits(reading(1_000n, 100), [left])).to.equal(1_000n);
    expect(freeUnits(reading(1_000n, 101), [left])).to.equal(1_000n);
  });

  it("leave out the payer's money from the block it came in", () => {
    const hold = claim({ kind: 'hold', units: asUnits(400n), countsFromBlock: 100 });

    expect(freeUnits(reading(1_000n, 99), [hold])).to.equal(1_000n);
    expect(freeUnits(reading(1_000n, 100), [hold])).to.equal(600n);
    expect(freeUnits(reading(1_000n, 101), [hold])).to.equal(600n);
  });

  it('leave out a hold that was paid back after the reading', () => {
    const hold = claim({
      kind: 'hold',
      units: asUnits(400n),
      countsFromBlock: 90,
      state: 'settled',
      settledBlock: 100,
    });

    expect(freeUnits(reading(1_000n, 99), [hold])).to.equal(600n);
    expect(freeUnits(reading(1_000n, 100), [hold])).to.equal(1_000n);
  });

  it('are zero, not less, when more is reserved than there is', () => {
    expect(freeUnits(reading(1_000n, 100), [claim({ units: asUnits(999n) })])).to.equal(1n);
    expect(freeUnits(reading(1_000n, 100), [claim({ units: asUnits(1_000n) })])).to.equal(0n);
    expect(freeUnits(reading(1_000n, 100), [claim({ units: asUnits(1_001n) })])).to.equal(0n);
  });

  it('are never negative, never above the balance, and never more with one claim more', () => {
    const blocks = fc.integer({ min: 0, max: 20 });
    const units = fc.bigInt({ min: 0n, max: 1_000n });
    const reservation = fc
      .oneof(
        fc.record({
          units,
          kind: fc.constantFrom('claim' as const, 'hold' as const),
          state: fc.constant('open' as const),
          countsFromBlock: blocks,
          settledBlock: fc.constant(null),
        }),
        fc.record({
          units,
          kind: fc.constantFrom('claim' as const, 'hold' as const),
          state: fc.constant('settled' as const),
          countsFromBlock: blocks,
          settledBlock: blocks,
        }),
      )
      .map((change) => claim({ ...change, units: asUnits(change.units) }));

    fc.assert(
      fc.property(
        units,
        blocks,
        fc.array(reservation, { maxLength: 8 }),
        units,
        (balance, block, reservations, more) => {
          const free = freeUnits(reading(balance, block), reservations);
          const less = freeUnits(reading(balance, block), [
            ...reservations,
            claim({ units: asUnits(more) }),
          ]);

          expect(free >= 0n && free <= balance).to.equal(true);
          expect(less).to.equal(free > more ? free - more : 0n);
        },
      ),
      { numRuns: 200 },
    );
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

function reading(units: bigint, block: number): BalanceReading {
  return { book, units: asUnits(units), block };
}

function claim(change: Partial<Reservation>): Reservation {
  return {
    id: 'cl_1',
    owner: routeOwner('rt_1'),
    book,
    kind: 'claim',
    units: asUnits(1n),
    state: 'open',
    countsFromBlock: 0,
    settledBlock: null,
    ...change,
  };
}
