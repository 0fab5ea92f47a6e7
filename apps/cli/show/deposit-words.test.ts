import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { depositRefundLines, depositWords } from './deposit-words.ts';

interface Told {
  readonly status: RouteReceipt['status'];
  readonly stage: string;
  readonly confirmations?: number;
  readonly partCost?: string;
  readonly seen?: readonly (readonly [amount: string, confirmations: number])[];
}

describe('a route that waits for a deposit, in one line', () => {
  it('says how much was seen, how much of it is missing, and how deep it is', () => {
    expect([
      say({ status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT' }),
      say({ status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT', seen: [['49999', 3]] }),
      say({ status: 'BRIDGING', stage: 'CONFIRMING', seen: [['50000', 0]] }),
      say({
        status: 'BRIDGING',
        stage: 'CONFIRMING',
        seen: [
          ['30000', 2],
          ['20000', 1],
        ],
      }),
      say({ status: 'BRIDGING', stage: 'CONFIRMING', seen: [['50000', 9]] }),
    ]).to.deep.equal([
      'AWAITING_DEPOSIT',
      'SEEN 0.00049999 BTC (49999 satoshis); 0.00000001 BTC (1 satoshi) missing',
      'SEEN 0.0005 BTC (50000 satoshis), in no block yet',
      'CONFIRMING 1 of 3',
      'CONFIRMING 3 of 3',
    ]);
  });

  it('asks for what the next part must bring where a small one counts for less', () => {
    const words = (...amounts: readonly string[]) =>
      say({
        status: 'AWAITING_DEPOSIT',
        stage: 'AWAITING_DEPOSIT',
        partCost: '58',
        seen: amounts.map((amount) => [amount, 3] as const),
      });

    expect(words('30000')).to.equal(
      'SEEN 0.0003 BTC (30000 satoshis); 0.0002 BTC (20000 satoshis) missing',
    );
    expect(words('30000', '20000')).to.equal('CONFIRMING 3 of 3');
    expect(words('45000')).to.equal(
      'SEEN 0.00045 BTC (45000 satoshis); 0.00005058 BTC (5058 satoshis) missing',
    );
    expect(words('45000', '5057')).to.equal(
      'SEEN 0.00050057 BTC (50057 satoshis); 0.00000059 BTC (59 satoshis) missing',
    );
    expect(words('45000', '5058')).to.equal('CONFIRMING 3 of 3');
  });

  it("is in the route's own words once the deposit has done its part, or there is none", () => {
    expect([
      say({ status: 'BRIDGING', stage: 'SENDING', seen: [['50000', 3]] }),
      say({ status: 'DONE', stage: 'DELIVERED', seen: [['50000', 3]] }),
      depositWords(receipt({ status: 'FUNDS_REQUIRED', stage: 'FUNDS_REQUIRED' })),
    ]).to.deep.equal(['BRIDGING SENDING', 'DONE DELIVERED', 'FUNDS_REQUIRED']);
  });
});

describe('what of a deposit goes back', () => {
  it('is said with the command that names a refund address where there is none', () => {
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

function say({ seen = [], partCost, ...told }: Told): string {
  return depositWords({
    ...receipt(told),
    deposit: {
      chain: 'bitcoin',
      address: 'bcrt1q',
      amount: '50000',
      confirmations: 3,
      ...(partCost === undefined ? {} : { partCost }),
      seen: seen.map(([amount, confirmations], index) => ({
        tx: `tx${index}`,
        amount,
        confirmations,
      })),
    },
  });
}

function receipt({ status, stage }: Told): RouteReceipt {
  // CAST: the fields that are read.
  return { status, stage, from: { chain: 'bitcoin', symbol: 'BTC' } } as RouteReceipt;
}
