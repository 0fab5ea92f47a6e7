import { etherOnBase, usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { depositor, recipient, testAsk } from '../../testing/test-ask.ts';
import { quoteRequest, statusRequest } from './request.ts';
import { srcTx } from './testing/lifi-bodies.ts';

const plainQuery = {
  fromChain: '8453',
  toChain: '42161',
  fromToken: usdcOnBase.address,
  toToken: usdcOnArbitrum.address,
  fromAmount: '100000000',
  fromAddress: depositor,
  toAddress: recipient,
  slippage: '0.005',
  order: 'CHEAPEST',
  skipSimulation: 'true',
  integrator: undefined,
  fee: undefined,
  allowBridges: undefined,
  denyBridges: undefined,
};

describe('a quote request to LI.FI', () => {
  it('asks for the whole transfer, from us to the recipient', () => {
    expect(quoteRequest(testAsk(), plainSettings)).to.deep.equal({
      method: 'GET',
      path: '/v1/quote',
      query: plainQuery,
    });
  });

  it('carries what the deployment chose', () => {
    const settings = {
      ...plainSettings,
      apiKey: 'key-1',
      integrator: 'interline',
      feeBps: 7,
      allow: ['across', 'stargateV2'],
      deny: ['hop'],
    };

    expect(quoteRequest(testAsk(), settings)).to.deep.equal({
      method: 'GET',
      path: '/v1/quote',
      headers: { 'x-lifi-api-key': 'key-1' },
      query: {
        ...plainQuery,
        integrator: 'interline',
        fee: '0.0007',
        allowBridges: 'across,stargateV2',
        denyBridges: 'hop',
      },
    });
  });

  it('takes no fee without a name to pay it to', () => {
    expect(quoteRequest(testAsk(), { ...plainSettings, feeBps: 7 }).query).to.deep.equal(
      plainQuery,
    );
  });

  it('writes a coin as the zero address', () => {
    expect(quoteRequest(testAsk({ from: etherOnBase }), plainSettings).query).to.deep.equal({
      ...plainQuery,
      fromToken: '0x0000000000000000000000000000000000000000',
    });
  });
});

describe('a status request to LI.FI', () => {
  const lane = { fromChain: 8453, toChain: 42161 };
  const query = { txHash: srcTx, fromChain: '8453', toChain: '42161' };

  it('names the source transaction and the lane, and no bridge', () => {
    expect(statusRequest(lane, srcTx, plainSettings)).to.deep.equal({
      method: 'GET',
      path: '/v1/status',
      query,
    });
  });

  it('carries the key where there is one', () => {
    expect(statusRequest(lane, srcTx, { ...plainSettings, apiKey: 'key-1' })).to.deep.equal({
      method: 'GET',
      path: '/v1/status',
      query,
      headers: { 'x-lifi-api-key': 'key-1' },
    });
  });
});
