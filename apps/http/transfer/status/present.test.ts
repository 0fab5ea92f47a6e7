import { receiptOf, type Route } from '@interline/core/transfer';
import { asAmount, asUnits } from '@interline/kernel';
import { sampleDeposit } from '../../testing/sample-deposit.ts';
import { sampleRequest, sampleRoute } from '../../testing/sample-route.ts';
import { bitcoin, bitcoinBtc } from '../../testing/sample-tokens.ts';
import { presentReceipt } from './present.ts';
import { expect } from 'chai';

describe('a receipt on the wire', () => {
  it('has every field of the spec', () => {
    expect(written(sampleRoute())).to.deep.equal({
      id: 'rt_0123456789abcdef0123456789abcdef',
      status: 'BRIDGING',
      gasless: true,
      sandbox: false,
      bridge: 'floatlane',
      aggregator: 'floatlane',
      svcFee: '20000',
      bridged: '24980000',
      feeParts: { service: '20000', gas: '0', engine: '0' },
      quoted: { svcFee: '20000', bridged: '24980000' },
      from: {
        chain: 8453,
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        symbol: 'USDC',
        decimals: 6,
        amount: '25000000',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      },
      to: {
        chain: 42161,
        token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        symbol: 'USDC',
        decimals: 6,
        recipient: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
        estimated: '24980000',
        min: '24875000',
        delivered: null,
      },
      srcTx: null,
      destTx: null,
      stage: 'RECEIVING',
      elapsedSec: 7.3,
      createdAt: 1_800_000_000_000,
      updatedAt: 1_800_000_007_300,
      track: '/v1/api/route/status?id=rt_0123456789abcdef0123456789abcdef',
      refundTx: null,
      refusals: [],
    });
  });

  it('of a delivered route shows both transactions and what arrived', () => {
    const receipt = written(
      sampleRoute({
        status: 'DONE',
        stage: 'DELIVERED',
        srcTx: '0x01',
        destTx: '0x02',
        delivered: asUnits(24_980_000n),
      }),
    );

    expect([
      receipt.status,
      receipt.stage,
      receipt.srcTx,
      receipt.destTx,
      receipt.to.delivered,
    ]).to.deep.equal(['DONE', 'DELIVERED', '0x01', '0x02', '24980000']);
  });

  it('of a refunded route carries the reason, the refund and what was tried', () => {
    const receipt = written(
      sampleRoute({
        status: 'FAILED',
        stage: 'REFUNDED',
        srcTx: '0x01',
        refundTx: '0x03',
        failure: { code: 'REFUNDED', reason: 'the bridge gave the money back' },
        refusals: [{ rail: 'lifi', code: 'RAIL_FAULT', reason: 'it failed' }],
      }),
    );

    expect(receipt.failure).to.deep.equal({
      error: 'the bridge gave the money back',
      errorCode: 'REFUNDED',
      retryable: false,
      suggestedAction: 'Ask for a fresh quote, perhaps on another lane.',
    });
    expect([receipt.svcFee, receipt.bridged, receipt.quoted]).to.deep.equal([
      '0',
      '0',
      { svcFee: '20000', bridged: '24980000' },
    ]);
    expect(receipt.feeParts).to.deep.equal({ service: '0', gas: '0' });
    expect([receipt.srcTx, receipt.refundTx, receipt.refusals]).to.deep.equal([
      '0x01',
      '0x03',
      [{ rail: 'lifi', code: 'RAIL_FAULT', reason: 'it failed' }],
    ]);
  });

  it('of a held refund says why it waits, how much is owed and what to do', () => {
    const receipt = written(
      sampleRoute({
        stage: 'REFUND_HELD',
        phase: 'refunding',
        credited: asUnits(25_000_000n),
        failure: { code: 'RAIL_FAULT', reason: 'it failed', held: 'not-now' },
      }),
    );

    expect(receipt.refund).to.deep.equal({
      state: 'held',
      units: '25000000',
      tx: null,
      since: null,
    });
    expect([receipt.status, receipt.svcFee, receipt.refundHeld]).to.deep.equal([
      'BRIDGING',
      '0',
      {
        reason: 'not-now',
        error: 'The refund cannot be sent at the moment.',
        owed: '25000000',
        suggestedAction:
          "Nothing to do: it is tried again by itself. Where it lasts, tell the service's operator this id.",
      },
    ]);
  });

  it('of an under-delivered route keeps the destination transaction and says not to retry', () => {
    const receipt = written(
      sampleRoute({
        status: 'FAILED',
        stage: 'DELIVERED_BELOW_MIN',
        destTx: '0x02',
        failure: { code: 'DELIVERED_BELOW_MIN', reason: 'less arrived than agreed' },
      }),
    );

    expect([receipt.destTx, receipt.failure?.retryable]).to.deep.equal(['0x02', false]);
  });

  it('of a route that waits says where to send how much', () => {
    const waiting = (
      kind: 'await-deposit' | 'await-funds',
      status: Route['status'],
      isOperator = false,
      isSimulated = false,
    ): ReturnType<typeof written> =>
      written(
        sampleRoute({
          status,
          isSimulated,
          order: {
            ...sampleRoute().order,
            lane: { ...sampleRequest.lane, from: bitcoin },
            from: bitcoinBtc,
          },
          plan: {
            ...sampleRoute().plan,
            steps: [
              {
                kind,
                chain: bitcoin,
                address: 'bc1qdeposit',
                units: sampleRequest.amount,
                ref: {},
              },
            ],
          },
        }),
        isOperator,
      );

    expect(waiting('await-deposit', 'AWAITING_DEPOSIT').deposit).to.deep.equal({
      address: 'bc1qdeposit',
      amount: '25000000',
    });
    expect(waiting('await-deposit', 'AWAITING_DEPOSIT', false, true).deposit).to.deep.equal({
      chain: 'bitcoin',
      address: 'bc1qdeposit',
      amount: '25000000',
      confirmations: 1,
      lockedUntil: sampleRoute().createdAtMs + 900_000,
      expiresAt: sampleRoute().createdAtMs + 86_400_000,
      refundAddress: null,
      seen: [],
      total: { parts: 0, amount: '0', missing: '25000000', confirmations: 0 },
      refunds: [],
    });
    expect(waiting('await-funds', 'FUNDS_REQUIRED').fund).to.deep.equal({
      chain: 'bitcoin',
      amount: '25000000',
      address: null,
    });
    expect(waiting('await-funds', 'FUNDS_REQUIRED', true).fund?.address).to.equal('bc1qdeposit');
    expect(waiting('await-funds', 'FUNDS_REQUIRED', false, true).fund?.address).to.equal(null);
    expect(waiting('await-deposit', 'AWAITING_DEPOSIT', false, true).deposit?.address).to.equal(
      'bc1qdeposit',
    );
    expect([
      waiting('await-deposit', 'AWAITING_DEPOSIT').gasless,
      waiting('await-deposit', 'AWAITING_DEPOSIT').from.chain,
    ]).to.deep.equal([false, 'bitcoin']);
  });

  it('of a deposit of more than was agreed keeps what was quoted next to what is charged', () => {
    const { order, plan, createdAtMs } = sampleRoute();
    const route = sampleRoute({
      mode: 'deposit',
      order: { ...order, from: bitcoinBtc, amount: asAmount(50_000n) },
      plan: { ...plan, fee: asUnits(64n) },
      credited: asUnits(80_000n),
    });

    const receipt = presentReceipt(receiptOf(route, createdAtMs, { deposit: sampleDeposit }), '', {
      isOperator: false,
    });

    expect([receipt.svcFee, receipt.bridged, receipt.quoted]).to.deep.equal([
      '64',
      '79936',
      { svcFee: '40', bridged: '49960' },
    ]);
  });

  it('shows that a claimable balance is not a payment, with its id, and which memo was sent', () => {
    const route = sampleRoute({ status: 'DONE', stage: 'DELIVERED' });
    const order = { ...route.order, memo: { type: 'id', value: '42' } } as const;
    const to = (claim: string | null) =>
      presentReceipt(receiptOf({ ...route, order }, route.createdAtMs, { claim }), '', {
        isOperator: false,
      }).to;

    expect(to('00aa')).to.deep.include({ memo: { type: 'id', value: '42' } });
    expect(to('00aa').claim).to.deep.include({ balanceId: '00aa' });
    expect(to('00aa').claim?.note).to.match(/^no payment: .* until the recipient claims it/);
    expect(to(null)).not.to.have.property('claim');
  });
});

function written(route: Route, isOperator = false): ReturnType<typeof presentReceipt> {
  return presentReceipt(
    receiptOf({ ...route, updatedAtMs: route.createdAtMs + 7_300 }, route.createdAtMs + 7_300),
    '/v1',
    { isOperator },
  );
}
