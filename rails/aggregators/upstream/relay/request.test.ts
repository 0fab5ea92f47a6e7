import { etherOnBase, usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { depositor, payer, recipient, stranger, testAsk } from '../../testing/test-ask.ts';
import { quoteRequest, statusRequest } from './request.ts';
import { requestId } from './testing/relay-bodies.ts';

const plainBody = {
  user: depositor,
  recipient,
  refundTo: payer,
  originChainId: 8453,
  destinationChainId: 42161,
  originCurrency: usdcOnBase.address,
  destinationCurrency: usdcOnArbitrum.address,
  amount: '100000000',
  tradeType: 'EXACT_INPUT',
  slippageTolerance: '50',
  explicitDeposit: true,
};

describe('a quote request to Relay', () => {
  it('deposits from us, pays the recipient and refunds the payer', () => {
    expect(quoteRequest(testAsk(), plainSettings)).to.deep.equal({
      method: 'POST',
      path: '/quote/v2',
      body: plainBody,
    });
  });

  it('carries what the deployment chose', () => {
    const settings = {
      apiKey: 'key-1',
      integrator: 'interline',
      feeBps: 7,
      feeTaker: stranger,
      allow: ['uniswap'],
      deny: ['kyberswap', 'odos'],
      signer: null,
    };

    expect(quoteRequest(testAsk(), settings)).to.deep.equal({
      method: 'POST',
      path: '/quote/v2',
      headers: { 'x-api-key': 'key-1' },
      body: {
        ...plainBody,
        referrer: 'interline',
        includedSwapSources: ['uniswap'],
        excludedSwapSources: ['kyberswap', 'odos'],
        appFees: [{ recipient: stranger, fee: '7' }],
      },
    });
  });

  it('takes no fee without an account to pay it to', () => {
    expect(quoteRequest(testAsk(), { ...plainSettings, feeBps: 7 }).body).to.deep.equal(plainBody);
  });

  it('writes a coin as the zero address', () => {
    expect(quoteRequest(testAsk({ from: etherOnBase }), plainSettings).body).to.deep.equal({
      ...plainBody,
      originCurrency: '0x0000000000000000000000000000000000000000',
    });
  });
});

describe('a status request to Relay', () => {
  it('names the request', () => {
    expect(statusRequest(requestId, plainSettings)).to.deep.equal({
      method: 'GET',
      path: '/intents/status/v3',
      query: { requestId },
    });
  });

  it('carries the key where there is one', () => {
    expect(statusRequest(requestId, { ...plainSettings, apiKey: 'key-1' })).to.deep.equal({
      method: 'GET',
      path: '/intents/status/v3',
      query: { requestId },
      headers: { 'x-api-key': 'key-1' },
    });
  });
});
