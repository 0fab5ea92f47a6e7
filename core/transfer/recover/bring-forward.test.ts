import { evmAddress, evmChain } from '@interline/kernel';
import type { AccountTransaction } from '@interline/ports';
import { leftOver } from './bring-forward.ts';
import { expect } from 'chai';

type Read = Parameters<typeof leftOver>[0];

describe('bringing an account forward', () => {
  it('waits, and does not report the account as unread, while one of its transactions is too shallow', () => {
    const unseen = { slot: 9, reason: 'history-unserved' } as const;

    expect(
      leftOver({ ...read, deep: [], history: { transactions: [inBlock(8, 70)], unseen } }),
    ).to.deep.equal({
      state: 'waiting',
      reason: 'slot 8 of this account is in block 70, which is not deep enough yet',
    });
  });

  it('reports unread once everything that the nodes show is deep enough', () => {
    const unseen = { slot: 9, reason: 'history-unserved' } as const;
    const transactions = [inBlock(8, 70)];

    expect(
      leftOver({ ...read, deep: transactions, history: { transactions, unseen } }),
    ).to.deep.equal({
      state: 'unread',
      reason:
        'the nodes do not show what took slot 9 of this account (history-unserved), of 2 that are unknown, since block 60',
    });
  });

  it('waits for slots that are left for the next look, and for a block', () => {
    const transactions = [inBlock(8, 70), inBlock(9, 71)];
    const whole = { ...read, deep: transactions, history: { transactions, unseen: null } };

    expect(leftOver({ ...whole, unknown: { ...read.unknown, isCut: true } })).to.deep.equal({
      state: 'waiting',
      reason: 'more of its slots are still to be read',
    });
    expect(leftOver({ ...whole, pending: 11 })).to.deep.equal({
      state: 'waiting',
      reason: 'slot 10 of the float account is in no block yet',
    });
    expect(leftOver({ ...whole, pending: 10 })).to.equal(null);
  });
});

const read: Read = {
  at: {
    chain: evmChain(8453),
    role: 'float',
    account: evmAddress('0x00000000000000000000000000000000000000f1'),
  },
  nextSlot: 8,
  unknown: { slots: [8, 9], isCut: false, freeAt: 60, reverted: new Set() },
  history: { transactions: [], unseen: null },
  deep: [],
  pending: 10,
};

function inBlock(slot: number, block: number): AccountTransaction {
  // CAST: the fields of a transaction that is not deep enough.
  return { slot, block } as never;
}
