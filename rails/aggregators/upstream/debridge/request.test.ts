import { evmAddress, evmChain } from '@interline/plugins';
import { etherOnBase, usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import { createTxRequest, statusRequest, storyRequest } from './request.ts';
import { orderId } from './testing/debridge-bodies.ts';

describe('what debridge is asked', () => {
  it('is an order for the recipient, refunded to the payer and cancellable by the depositor', () => {
    const request = createTxRequest(testAsk(), plainSettings);

    expect(request).to.deep.equal({
      method: 'GET',
      path: '/v1.0/dln/order/create-tx',
      query: {
        srcChainId: '8453',
        srcChainTokenIn: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        srcChainTokenInAmount: '100000000',
        dstChainId: '42161',
        dstChainTokenOut: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
        dstChainTokenOutAmount: 'auto',
        dstChainTokenOutRecipient: '0x3333333333333333333333333333333333333333',
        senderAddress: '0x1111111111111111111111111111111111111111',
        srcChainRefundAddress: '0x2222222222222222222222222222222222222222',
        srcAllowedCancelBeneficiary: '0x2222222222222222222222222222222222222222',
        srcChainOrderAuthorityAddress: '0x1111111111111111111111111111111111111111',
        dstChainOrderAuthorityAddress: '0x1111111111111111111111111111111111111111',
        prependOperatingExpenses: 'false',
        accesstoken: undefined,
        referralCode: undefined,
      },
    });
  });

  it("carries the deployment's key, name and fee where it has them", () => {
    const settings = {
      ...plainSettings,
      apiKey: 'key-of-ours',
      integrator: '31565',
      feeBps: 7,
      feeTaker: evmAddress('0x5555555555555555555555555555555555555555'),
    };

    const { query } = createTxRequest(testAsk(), settings);

    expect(query).to.include({
      accesstoken: 'key-of-ours',
      referralCode: '31565',
      affiliateFeePercent: '0.07',
      affiliateFeeRecipient: '0x5555555555555555555555555555555555555555',
    });
  });

  it('names no fee without a recipient', () => {
    expect(createTxRequest(testAsk(), { ...plainSettings, feeBps: 7 }).query).to.not.have.property(
      'affiliateFeePercent',
    );
    expect(
      createTxRequest(testAsk(), {
        ...plainSettings,
        feeTaker: evmAddress('0x5555555555555555555555555555555555555555'),
      }).query,
    ).to.not.have.property('affiliateFeePercent');
  });

  it("writes a chain's own coin as the zero address, on both sides", () => {
    const zero = '0x0000000000000000000000000000000000000000';

    expect(createTxRequest(testAsk({ from: etherOnBase }), plainSettings).query).to.include({
      srcChainTokenIn: zero,
    });
    expect(
      createTxRequest(testAsk({ to: { ...etherOnBase, chain: evmChain(10) } }), plainSettings)
        .query,
    ).to.include({ dstChainTokenOut: zero });
  });

  for (const [chainId, own] of [
    [100, '100000002'],
    [146, '100000014'],
    [999, '100000022'],
    [5000, '100000023'],
    [1, '1'],
  ] as const) {
    it(`calls chain ${chainId} ${own}, on both sides`, () => {
      const chain = evmChain(chainId);

      expect(
        createTxRequest(testAsk({ from: { ...usdcOnBase, chain } }), plainSettings).query,
      ).to.include({ srcChainId: own, dstChainId: '42161' });
      expect(
        createTxRequest(testAsk({ to: { ...usdcOnArbitrum, chain } }), plainSettings).query,
      ).to.include({ srcChainId: '8453', dstChainId: own });
    });
  }

  it('is a state at the order service and a story at the stats service', () => {
    expect(statusRequest(orderId)).to.deep.equal({
      method: 'GET',
      path: `/v1.0/dln/order/${orderId}/status`,
    });
    expect(storyRequest(orderId)).to.deep.equal({
      method: 'GET',
      path: `/api/Orders/${orderId}`,
      at: 'status',
    });
  });
});
