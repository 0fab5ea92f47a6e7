import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { sampleSetting } from '../testing/sample-setting.ts';
import { payer, recipient } from '../testing/sample-route.ts';
import { presentExecuteBody } from './execute/present.ts';
import {
  parseRouteRequest,
  parseTransfer,
  routeRequestQuery,
  type RouteRequestWire,
} from './route-request.ts';

const setting = sampleSetting;
const toStellar = { toChain: 'stellar', token: 'USDC', toAddress: 'GABCD' };
const fromBitcoin = { fromChain: 'bitcoin', toToken: 'USDC', toAddress: recipient };
const memo = { type: 'id', value: '42' } as const;

describe('what only some families have a use for', () => {
  it('is taken if the lane has a use for it, and goes on in the execute body', () => {
    const paid = parseTransfer(wire({ ...toStellar, memo, claimable: true }), setting);
    const deposited = parseTransfer(wire({ ...fromBitcoin, refundAddress: 'bc1q' }), setting);

    expect([paid.memo, paid.claimable]).to.deep.equal([memo, true]);
    expect(deposited.refundAddress).to.equal('bc1q');
    expect(
      presentExecuteBody({ ...paid, recipient: 'GABCD' }, paid.amount, { isOptIn: false }),
    ).to.deep.include({ memo, claimable: true });
  });

  it('is refused on another lane by a request that moves value, and left out by a question', () => {
    for (const [change, message] of [
      [{ memo }, 'memo is for transfers to stellar only; remove it'],
      [{ claimable: false }, 'claimable is for transfers to stellar only; remove it'],
      [{ refundAddress: 'bc1q' }, 'refundAddress is for transfers from bitcoin only; remove it'],
    ] as const) {
      const request = wire({ token: 'USDC', ...change });

      expect(refusalOf(() => parseTransfer(request, setting)).message).to.equal(message);
      expect(parseRouteRequest(request, setting)).to.not.have.any.keys(
        'memo',
        'claimable',
        'refundAddress',
      );
    }
  });

  it('never takes the payer for a refund address', () => {
    const request = parseTransfer(wire({ ...fromBitcoin, fromAddress: 'bc1qpayer' }), setting);

    expect(request).to.not.have.property('refundAddress');
  });

  it('refuses a memo in addition to the id that a muxed account carries', () => {
    expect(
      refusalOf(() => parseTransfer(wire({ ...toStellar, toAddress: 'MABCD', memo }), setting))
        .message,
    ).to.equal(
      'memo is given, but toAddress is a muxed account that carries the id 7 already; remove memo, or send toAddress GACCOUNT',
    );
  });

  it('comes in a query too, the memo as JSON', () => {
    const query = { fromChain: '8453', toChain: 'stellar', amount: '25000000' };
    const read = routeRequestQuery.parse({
      ...query,
      memo: '{"type":"id","value":"42"}',
      claimable: 'true',
    });

    expect([read.memo, read.claimable]).to.deep.equal([memo, true]);
    expect(routeRequestQuery.safeParse({ ...query, memo: '42' }).success).to.equal(false);
    expect(routeRequestQuery.safeParse({ ...query, claimable: '1' }).success).to.equal(false);
  });
});

function wire(change: Partial<RouteRequestWire>): RouteRequestWire {
  return {
    fromChain: 8453,
    toChain: 42161,
    amount: '25000000',
    ...('fromChain' in change ? {} : { fromAddress: payer }),
    ...change,
  };
}
