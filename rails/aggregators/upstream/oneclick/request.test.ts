import { evmAddress, type Ppm } from '@interline/plugins';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import { quoteRequest, type QuoteTerms, statusRequest } from './request.ts';
import { usdcArbitrumAsset, usdcBaseAsset } from './testing/oneclick-bodies.ts';

const terms: QuoteTerms = {
  step: 'build',
  originAsset: usdcBaseAsset,
  destinationAsset: usdcArbitrumAsset,
  nowMs: 1_800_000_000_000,
};

describe('a quote request to oneclick', () => {
  it('opens a deposit address for twenty minutes, refunded to the payer', () => {
    expect(quoteRequest(testAsk(), terms, plainSettings)).to.deep.equal({
      method: 'POST',
      path: '/v0/quote',
      body: {
        dry: false,
        swapType: 'EXACT_INPUT',
        depositType: 'ORIGIN_CHAIN',
        depositMode: 'SIMPLE',
        originAsset: 'nep141:base-0x833589fcd6edb6e08f4c7c32d4f71b54bda02913.omft.near',
        destinationAsset: 'nep141:arb-0xaf88d065e77c8cc2239327c5edb3a432268e5831.omft.near',
        amount: '100000000',
        slippageTolerance: 50,
        refundTo: '0x2222222222222222222222222222222222222222',
        refundType: 'ORIGIN_CHAIN',
        recipient: '0x3333333333333333333333333333333333333333',
        recipientType: 'DESTINATION_CHAIN',
        deadline: '2027-01-15T08:20:00.000Z',
      },
    });
  });

  it('opens none for a price', () => {
    expect(
      quoteRequest(testAsk(), { ...terms, step: 'price' }, plainSettings).body?.['dry'],
    ).to.equal(true);
  });

  it('rounds the slippage down to whole basis points', () => {
    expect(
      quoteRequest(testAsk({ slippage: 5_099 as Ppm }), terms, plainSettings).body?.[
        'slippageTolerance'
      ],
    ).to.equal(50);
    expect(
      quoteRequest(testAsk({ slippage: 99 as Ppm }), terms, plainSettings).body?.[
        'slippageTolerance'
      ],
    ).to.equal(0);
  });

  it('carries the key, our name and our fee where the deployment has them', () => {
    const feeTaker = evmAddress('0x5555555555555555555555555555555555555555');

    const { headers, body } = quoteRequest(testAsk(), terms, {
      ...plainSettings,
      apiKey: 'jwt',
      integrator: 'interline',
      feeBps: 7,
      feeTaker,
    });

    expect(headers).to.deep.equal({ authorization: 'Bearer jwt' });
    expect(body).to.deep.include({
      referral: 'interline',
      appFees: [{ recipient: '0x5555555555555555555555555555555555555555', fee: 7 }],
    });
  });

  it('carries no fee without a taker, and no fee of zero', () => {
    const feeTaker = evmAddress('0x5555555555555555555555555555555555555555');

    expect(
      quoteRequest(testAsk(), terms, { ...plainSettings, feeBps: 7 }).body,
    ).to.not.have.property('appFees');
    expect(
      quoteRequest(testAsk(), terms, { ...plainSettings, feeTaker }).body,
    ).to.not.have.property('appFees');
  });
});

describe('a status request to oneclick', () => {
  it('names the deposit address, and carries the key', () => {
    expect(
      statusRequest('0x76b4c56085ed136a8744d52bdd35aff0b2b3e4a1', {
        ...plainSettings,
        apiKey: 'jwt',
      }),
    ).to.deep.equal({
      method: 'GET',
      path: '/v0/status',
      query: { depositAddress: '0x76b4c56085ed136a8744d52bdd35aff0b2b3e4a1' },
      headers: { authorization: 'Bearer jwt' },
    });
  });
});
