import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { showDeposit } from './show-deposit.ts';

type Deposit = NonNullable<RouteReceipt['deposit']>;

const btc = { decimals: 8, symbol: 'BTC' };

/** What a person reads of it, a line each, without the columns and the picture. */
function shown(change: Partial<Deposit>, id?: string): readonly string[] {
  const lines: string[] = [];
  showDeposit(
    { step: (label, text) => void lines.push(`${label}: ${text}`), line: () => lines.push('QR') },
    {
      chain: 'bitcoin',
      address: 'bcrt1q',
      amount: '50000',
      uri: 'bitcoin:bcrt1q?amount=0.0005',
      ...change,
    },
    { token: btc, hasQr: true, ...(id === undefined ? {} : { id }) },
  );
  return lines;
}

const one = (amount: string, missing: string) => ({
  parts: 1,
  amount,
  missing,
  confirmations: 0,
});

describe('a deposit that is asked for', () => {
  it('is all of it while nothing was seen', () => {
    expect(shown({ refundAddress: 'bcrt1qback' })).to.deep.equal([
      'pay: exactly 0.0005 BTC (50000 satoshis)',
      'to: bcrt1q',
      'uri: bitcoin:bcrt1q?amount=0.0005',
      'QR',
      'refunds to: bcrt1qback',
    ]);
  });

  it('is only what is missing once a part was seen, in the link and its picture too', () => {
    expect(shown({ total: one('40000', '10000') })).to.deep.equal([
      'pay: exactly 0.0001 BTC (10000 satoshis) more',
      'to: bcrt1q',
      'uri: bitcoin:bcrt1q?amount=0.0001',
      'QR',
      'refunds to: nowhere yet',
    ]);
  });

  it('is not asked for again while what was seen waits for its block', () => {
    for (const amount of ['50000', '50001'])
      expect(shown({ total: one(amount, '0') })).to.deep.equal([
        'to: bcrt1q',
        'refunds to: nowhere yet',
      ]);
  });

  it('says whose price it has, where none was locked too', () => {
    expect(shown({ lockedUntil: 1_800_000_900_000 })).to.include(
      'price: holds for what is seen until 2027-01-15T08:15:00Z, and a block takes soon after; else the current price counts',
    );
    expect(shown({ lockedUntil: null })).to.include(
      'price: is that of its first block: more than may be locked waits to be paid now; it goes back where that brings less than was agreed at least',
    );
  });

  it('says with its route how a refund address is named', () => {
    expect(shown({}, 'rt_1').at(-1)).to.equal(
      'refunds to: nowhere yet; name one: interline route refund-address rt_1 <address> --claim <refundClaim>',
    );
  });
});
