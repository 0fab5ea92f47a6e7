import { expect } from 'chai';

import {
  type Proof,
  type Sighting,
  type TakenSlot,
  verdictInAnyBlock,
  verdictOf,
} from './verdict-of.ts';

describe('the verdict on a mined transaction', () => {
  it('is pending until it is deep enough; one confirmation means the newest block', () => {
    expect(verdictOf(mined(100, 99, true), at(1))).to.equal('pending');
    expect(verdictOf(mined(100, 100, true), at(1))).to.equal('mined');
    expect(verdictOf(mined(100, 110, true), at(12))).to.equal('pending');
    expect(verdictOf(mined(100, 111, true), at(12))).to.equal('mined');
  });

  it('waits as long for a revert, which a reorg could undo too', () => {
    expect(verdictOf(mined(100, 110, false), at(12))).to.equal('pending');
    expect(verdictOf(mined(100, 111, false), at(12))).to.equal('reverted');
  });

  it('may trust a success sooner than a failure', () => {
    const proof = { success: 1, void: 12 };

    expect(verdictOf(mined(100, 100, true), proof)).to.equal('mined');
    expect(verdictOf(mined(100, 110, false), proof)).to.equal('pending');
    expect(verdictOf(mined(100, 111, false), proof)).to.equal('reverted');
  });

  it('is pending while a revert, or a no-op in its place, has not been read for the hold', () => {
    const reverted = mined(100, 111, false);
    const filled = mined(100, 111, true);

    expect(verdictOf({ ...reverted, isHeld: false }, at(12))).to.equal('pending');
    expect(verdictOf(reverted, at(12))).to.equal('reverted');
    expect(verdictOf({ ...filled, isHeld: false }, at(12), ['0x01'])).to.equal('pending');
    expect(verdictOf(filled, at(12), ['0x01'])).to.equal('filled');
    expect(verdictOf({ ...filled, isHeld: false }, at(12))).to.equal('mined');
  });

  it('is mined even if the slot had looked lost before', () => {
    expect(
      verdictOf({ ...mined(100, 100, true), taken: taken(50, 9, foreign(50, 99)) }, at(1)),
    ).to.equal('mined');
  });
});

describe('the verdict on a transaction whose slot has a no-op of ours', () => {
  it('is filled at the depth of a revert, never mined, because the no-op moved nothing', () => {
    const noop = { success: 1, void: 3 };

    expect(verdictOf(mined(100, 101, true), noop, ['0x01'])).to.equal('pending');
    expect(verdictOf(mined(100, 102, true), noop, ['0x01'])).to.equal('filled');
    expect(verdictOf(mined(100, 102, true), noop, ['0x02'])).to.equal('mined');
  });

  it('is filled in any block if only the slot is waited for', () => {
    const seen = mined(100, 100, true);

    expect(verdictInAnyBlock(seen, { success: 1, void: 3 }, ['0x01'])).to.equal('filled');
  });
});

describe('the verdict on a transaction that is not found', () => {
  it('is pending while its slot is free, for any time', () => {
    expect(verdictOf(unseen(1_000_000, null), at(1))).to.equal('pending');
  });

  it('is pending while its slot is taken and no consumer was found, for any time', () => {
    expect(verdictOf(unseen(1_000_000, taken(100, 10_000, null)), at(1))).to.equal('pending');
  });

  it('is pending if it was found itself, and only its receipt is missing', () => {
    expect(verdictOf(unseen(200, taken(100, 50, ours(100, 200))), at(1))).to.equal('pending');
  });

  it('is displaced only if three consecutive readings found the slot taken', () => {
    expect(verdictOf(unseen(100, taken(100, 2, foreign(100, 100))), at(1))).to.equal('pending');
    expect(verdictOf(unseen(100, taken(100, 3, foreign(100, 100))), at(1))).to.equal('displaced');
  });

  it('is displaced only past the confirmations, for any number of readings', () => {
    expect(verdictOf(unseen(110, taken(100, 50, foreign(90, 110))), at(12))).to.equal('pending');
    expect(verdictOf(unseen(111, taken(100, 50, foreign(90, 111))), at(12))).to.equal('displaced');
    expect(verdictOf(unseen(111, taken(100, 2, foreign(90, 111))), at(12))).to.equal('pending');
  });

  it('is displaced only by a consumer that was found again after the hold', () => {
    expect(verdictOf(unseen(130, taken(100, 50, foreign(100, 130, false))), at(12))).to.equal(
      'pending',
    );
    expect(verdictOf(unseen(130, taken(100, 50, foreign(100, 130))), at(12))).to.equal('displaced');
  });

  it('is displaced only by a consumer that was that deep when it was found', () => {
    expect(verdictOf(unseen(130, taken(100, 50, foreign(100, 110))), at(12))).to.equal('pending');
    expect(verdictOf(unseen(130, taken(100, 50, foreign(100, 111))), at(12))).to.equal('displaced');
  });
});

/** The same depth for success and failure. */
function at(confirmations: number): Proof {
  return { success: confirmations, void: confirmations };
}

/** A reading that has held. */
function mined(minedBlock: number, block: number, isSuccess: boolean): Sighting {
  return {
    ...unseen(block, null),
    isHeld: true,
    mined: {
      hash: '0x01',
      block: minedBlock,
      blockHash: '0xb1',
      isSuccess,
      gasUsed: 21_000n,
      gasCost: 21_000n,
      transfers: [],
    },
  };
}

function unseen(block: number, taken: Sighting['taken']): Sighting {
  return {
    transactionId: 'ef_1',
    mined: null,
    isSlotTaken: taken !== null,
    receiptOwed: null,
    block,
    timestampSec: 1_800_000_000,
    taken,
    isHeld: false,
    watched: ['0x01'],
  };
}

function taken(sinceBlock: number, readings: number, consumer: TakenSlot['consumer']): TakenSlot {
  return { sinceBlock, readings, consumer };
}

function ours(block: number, head: number): TakenSlot['consumer'] {
  return { kind: 'found', hash: '0x01', block, head, isHeld: true };
}

/** A transaction that is not ours in that block, found at that head. */
function foreign(block: number, head: number, isHeld = true): TakenSlot['consumer'] {
  return { kind: 'found', hash: '0xee', block, head, isHeld };
}
