import { evmAddress, type Ppm } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import { quoteRequest, statusRequest } from './request.ts';

describe('a question to Across', () => {
  it('asks for a price and its transaction, refundable to the payer on the source chain', () => {
    expect(quoteRequest(testAsk(), plainSettings)).to.deep.equal({
      method: 'GET',
      path: '/api/swap/approval',
      query: {
        tradeType: 'exactInput',
        amount: '100000000',
        originChainId: '8453',
        destinationChainId: '42161',
        inputToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        outputToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
        depositor: '0x1111111111111111111111111111111111111111',
        recipient: '0x3333333333333333333333333333333333333333',
        refundAddress: '0x2222222222222222222222222222222222222222',
        refundOnOrigin: 'true',
        slippage: '0.005',
        skipOriginTxEstimation: 'true',
        integratorId: undefined,
        includeSources: undefined,
        excludeSources: undefined,
      },
    });
  });

  it('carries what the deployment chose', () => {
    const { query, headers } = quoteRequest(testAsk(), {
      apiKey: 'secret',
      integrator: '0x00aa',
      feeBps: 25,
      feeTaker: evmAddress('0x5555555555555555555555555555555555555555'),
      allow: ['uniswap', '0x'],
      deny: ['lifi'],
      signer: null,
    });

    expect(headers).to.deep.equal({ authorization: 'Bearer secret' });
    expect(query).to.include({
      integratorId: '0x00aa',
      includeSources: 'uniswap,0x',
      excludeSources: 'lifi',
      appFee: '0.0025',
      appFeeRecipient: '0x5555555555555555555555555555555555555555',
    });
  });

  it('asks for no fee without somebody to take it', () => {
    expect(quoteRequest(testAsk(), { ...plainSettings, feeBps: 25 }).query).to.not.have.any.keys(
      'appFee',
      'appFeeRecipient',
    );
  });

  it("writes a chain's own coin as the zero address", () => {
    expect(quoteRequest(testAsk({ from: etherOnBase }), plainSettings).query).to.include({
      inputToken: '0x0000000000000000000000000000000000000000',
    });
  });

  it('writes the slippage as a fraction', () => {
    expect(quoteRequest(testAsk({ slippage: 1 as Ppm }), plainSettings).query).to.include({
      slippage: '0.000001',
    });
    expect(quoteRequest(testAsk({ slippage: 500_000 as Ppm }), plainSettings).query).to.include({
      slippage: '0.5',
    });
  });

  it('asks for the status of the transaction that deposited', () => {
    expect(statusRequest('0xabab')).to.deep.equal({
      method: 'GET',
      path: '/api/deposit/status',
      query: { depositTxnRef: '0xabab' },
    });
  });
});
