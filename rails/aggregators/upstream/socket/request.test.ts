import { evmAddress, type Ppm } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import { quoteRequest, statusRequest } from './request.ts';

describe('a question to Socket', () => {
  it('asks for routes that are one transaction, refundable to the payer', () => {
    expect(quoteRequest(testAsk(), plainSettings)).to.deep.equal({
      method: 'GET',
      path: '/v3/swap/quote',
      query: {
        userOps: 'tx',
        originChainId: '8453',
        destinationChainId: '42161',
        inputToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        inputAmount: '100000000',
        outputToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
        receiverAddress: '0x3333333333333333333333333333333333333333',
        userAddress: '0x1111111111111111111111111111111111111111',
        refundAddress: '0x2222222222222222222222222222222222222222',
        slippage: '0.5',
        includeProvider: undefined,
        excludeProvider: undefined,
      },
    });
  });

  it('carries what the deployment chose', () => {
    const { query, headers } = quoteRequest(testAsk(), {
      apiKey: 'secret',
      integrator: 'interline',
      feeBps: 25,
      feeTaker: evmAddress('0x5555555555555555555555555555555555555555'),
      allow: ['across', 'cctp'],
      deny: ['hop'],
      signer: null,
    });

    expect(headers).to.deep.equal({ 'x-api-key': 'secret', affiliate: 'interline' });
    expect(query).to.include({
      includeProvider: 'across,cctp',
      excludeProvider: 'hop',
      feeBps: '25',
      feeTakerAddress: '0x5555555555555555555555555555555555555555',
    });
  });

  it('asks for no fee without somebody to take it', () => {
    expect(quoteRequest(testAsk(), { ...plainSettings, feeBps: 25 }).query).to.not.have.any.keys(
      'feeBps',
      'feeTakerAddress',
    );
  });

  it("writes a chain's own coin as its twenty bytes of ee", () => {
    expect(quoteRequest(testAsk({ from: etherOnBase }), plainSettings).query).to.include({
      inputToken: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    });
  });

  it('writes the slippage in percent', () => {
    expect(quoteRequest(testAsk({ slippage: 1 as Ppm }), plainSettings).query).to.include({
      slippage: '0.0001',
    });
    expect(quoteRequest(testAsk({ slippage: 500_000 as Ppm }), plainSettings).query).to.include({
      slippage: '50',
    });
  });

  it('asks for a status by the quote', () => {
    expect(statusRequest('quote-1', { ...plainSettings, apiKey: 'secret' })).to.deep.equal({
      method: 'GET',
      path: '/v3/swap/status',
      query: { quoteId: 'quote-1' },
      headers: { 'x-api-key': 'secret' },
    });
  });
});
