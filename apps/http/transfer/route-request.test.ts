import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { payer, recipient } from '../testing/sample-route.ts';
import {
  arbitrum,
  arbitrumUsdc,
  base,
  baseEth,
  baseUsdc,
  stellarUsdc,
} from '../testing/sample-tokens.ts';
import { sampleSetting } from '../testing/sample-setting.ts';
import { parseRouteRequest, type RouteRequestWire } from './route-request.ts';

const setting = sampleSetting;

describe('a route request', () => {
  it('becomes lane, tokens, amount, payer, recipient and slippage', () => {
    const request = parseRouteRequest(
      wire({
        fromToken: 'USDC',
        toToken: arbitrumUsdc.address,
        fromAddress: payer,
        toAddress: recipient,
        slippage: 0.01,
      }),
      setting,
    );

    expect(request).to.deep.equal({
      lane: { from: base, to: arbitrum },
      from: baseUsdc,
      to: arbitrumUsdc,
      amount: 25_000_000n,
      payer,
      recipient,
      slippage: 10_000,
    });
  });

  it("takes an omitted token for the chain's own coin", () => {
    const request = parseRouteRequest(wire({}), setting);

    expect([request.from.symbol, request.to.symbol]).to.deep.equal(['ETH', 'ETH']);
    expect(request.from).to.deep.equal(baseEth);
  });

  it('says which field names the token of a chain that lacks the one named for both', () => {
    const toStellar = refusalOf(() =>
      parseRouteRequest(wire({ toChain: 'stellar', token: 'DOGE', fromToken: 'USDC' }), setting),
    );
    const fromBase = refusalOf(() => parseRouteRequest(wire({ token: 'DOGE' }), setting));

    expect([toStellar.details, toStellar.message]).to.deep.equal([
      { field: 'toToken' },
      'token "DOGE" is not a token this service knows on stellar; it knows USDC; name the token there as toToken',
    ]);
    expect([fromBase.details, fromBase.message]).to.deep.equal([
      { field: 'fromToken' },
      'token "DOGE" is not a token this service knows on eip155:8453; it knows ETH, USDC; name the token there as fromToken',
    ]);
  });

  it('lets token stand for both sides, and the explicit names win', () => {
    const both = parseRouteRequest(wire({ token: 'USDC' }), setting);
    const mixed = parseRouteRequest(wire({ token: 'USDC', toToken: 'ETH' }), setting);

    expect([both.from.symbol, both.to.symbol]).to.deep.equal(['USDC', 'USDC']);
    expect([mixed.from.symbol, mixed.to.symbol]).to.deep.equal(['USDC', 'ETH']);
  });

  it('pays to the payer if no recipient is named and the address means the same there', () => {
    expect(parseRouteRequest(wire({ fromAddress: payer }), setting).recipient).to.equal(payer);
    expect(parseRouteRequest(wire({}), setting).recipient).to.equal(null);
    const abroad = parseRouteRequest(
      wire({ toChain: 'stellar', token: 'USDC', fromAddress: payer }),
      setting,
    );
    expect([abroad.recipient, abroad.to]).to.deep.equal([null, stellarUsdc]);
  });

  it('holds slippage at half a percent when left out, takes 0 and 0.5, refuses what is beyond', () => {
    expect(parseRouteRequest(wire({}), setting).slippage).to.equal(5_000);
    expect(parseRouteRequest(wire({ slippage: 0 }), setting).slippage).to.equal(0);
    expect(parseRouteRequest(wire({ slippage: 0.5 }), setting).slippage).to.equal(500_000);
    for (const slippage of [-0.000001, 0.500001])
      expect(refusalOf(() => parseRouteRequest(wire({ slippage }), setting)).code).to.equal(
        'BAD_REQUEST',
      );
  });

  it('takes the rails and engines of the deployment as excluded, and no other name', () => {
    const excluding =
      (...excludeRails: readonly string[]) =>
      () =>
        parseRouteRequest(wire({ excludeRails: [...excludeRails] }), setting);

    expect(excluding('aggregators', 'lifi')).not.to.throw();
    const { code, message } = refusalOf(excluding('lifi', 'floatlan'));
    expect([code, message]).to.deep.equal([
      'BAD_REQUEST',
      'excludeRails names "floatlan", which is no rail or engine here; it takes floatlane, aggregators, lifi, relay, across',
    ]);
  });

  it('judges the amount before the lane', () => {
    expect(
      refusalOf(() => parseRouteRequest(wire({ amount: '0', fromChain: 'dogecoin' }), setting))
        .code,
    ).to.equal('BAD_AMOUNT');
  });

  it('names the candidates of an ambiguous symbol', () => {
    const refused = refusalOf(() =>
      parseRouteRequest(wire({ toChain: 10, token: 'USDC' }), setting),
    );

    expect(refused.code).to.equal('BAD_REQUEST');
    expect(refused.details).to.deep.equal({
      field: 'token',
      candidates: [
        'USDC 0x0b2c639c533813f4aa9d7837caf62653d097ff85',
        'USDC 0x7f5c764cbc14f9669b88837ca1490cca17c31607',
      ],
    });
  });
});

function wire(change: Partial<RouteRequestWire>): RouteRequestWire {
  return { fromChain: 8453, toChain: 42161, amount: '25000000', ...change };
}
