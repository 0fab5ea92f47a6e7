import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { depositRefundLines, depositWords } from './deposit-words.ts';

interface Told {
  readonly status: RouteReceipt['status'];
  readonly stage: string;
  readonly total?: Partial<NonNullable<NonNullable<RouteReceipt['deposit']>['total']>>;
}

describe('a route that waits for a deposit, in one line', () => {
  it('says how much was seen, how much of it is missing, and how deep it is', () => {
    expect([
      say({ status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT', total: { parts: 0 } }),
      say({
        status: 'AWAITING_DEPOSIT',
        stage: 'AWAITING_DEPOSIT',
        total: { amount: '49999', missing: '1', confirmations: 3 },
      }),
      say({ status: 'BRIDGING', stage: 'CONFIRMING', total: { confirmations: 0 } }),
      say({ status: 'BRIDGING', stage: 'CONFIRMING', total: { parts: 2, confirmations: 1 } }),
      say({ status: 'BRIDGING', stage: 'CONFIRMING', total: { confirmations: 9 } }),
    ]).to.deep.equal([
      'AWAITING_DEPOSIT',
      'SEEN 0.00049999 BTC (49999 satoshis); 0.00000001 BTC (1 satoshi) missing',
      'SEEN 0.0005 BTC (50000 satoshis), in no block yet',
      'CONFIRMING 1 of 3',
      'CONFIRMING 3 of 3',
    ]);
  });

  it("is shown with the route's own status once the deposit has done its part, or if there is none", () => {
    expect([
      say({ status: 'BRIDGING', stage: 'SENDING' }),
      say({ status: 'DONE', stage: 'DELIVERED' }),
      depositWords(receipt({ status: 'FUNDS_REQUIRED', stage: 'FUNDS_REQUIRED' })),
    ]).to.deep.equal(['BRIDGING SENDING', 'DONE DELIVERED', 'FUNDS_REQUIRED']);
  });
});

describe('what of a deposit goes back', () => {
  it('is shown with the command that names a refund address if there is none', () => {
    const held = {
      amount: '10000',
      refundFee: null,
      refundTx: null,
      state: 'held' as const,
      reason: 'there is no refund address; set one with POST /api/route/refund-address',
    };
    const deposit = { chain: 'bitcoin', address: 'bcrt1q', amount: '50000', refunds: [held] };

    expect(
      depositRefundLines({ id: 'rt_1', deposit }, (units) => `${units} satoshis`),
    ).to.deep.equal([
      '10000 satoshis of the deposit: held, there is no refund address; set one with interline route refund-address rt_1 <address> --claim <refundClaim>',
    ]);
  });
});

/** Of 50,000, which are there where nothing else is said. */
function say({ total, ...told }: Told): string {
  return depositWords({
    ...receipt(told),
    deposit: {
      chain: 'bitcoin',
      address: 'bcrt1q',
      amount: '50000',
      confirmations: 3,
      total: { parts: 1, amount: '50000', missing: '0', confirmations: 3, ...total },
    },
  });
}

function receipt({ status, stage }: Omit<Told, 'total'>): RouteReceipt {
  // CAST: the fields that are read.
  return { status, stage, from: { chain: 'bitcoin', symbol: 'BTC' } } as RouteReceipt;
}
