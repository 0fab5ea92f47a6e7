import { evmAddress, evmChain, type Ppm } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import { statusRequest, swapRequest } from './request.ts';

describe('what symbiosis is asked', () => {
  it('is a swap for the recipient that names no refund address, which would be one on Bitcoin', () => {
    expect(swapRequest('swap', testAsk(), plainSettings)).to.deep.equal({
      method: 'POST',
      path: '/crosschain/v2/swap',
      body: {
        tokenAmountIn: {
          address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
          chainId: 8453,
          decimals: 6,
          symbol: 'USDC',
          amount: '100000000',
        },
        tokenOut: {
          address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
          chainId: 42161,
          decimals: 6,
          symbol: 'USDC',
        },
        from: '0x1111111111111111111111111111111111111111',
        to: '0x3333333333333333333333333333333333333333',
        slippage: 50,
      },
    });
  });

  it('is the same body for a price, at another path', () => {
    const [quote, swap] = [
      swapRequest('quote', testAsk(), plainSettings),
      swapRequest('swap', testAsk(), plainSettings),
    ];

    expect(quote).to.deep.equal({ ...swap, path: '/crosschain/v2/quote' });
  });

  it("writes a chain's own coin as the empty string", () => {
    const ether = { ...etherOnBase, chain: evmChain(10) };

    expect(
      swapRequest('quote', testAsk({ from: etherOnBase, to: ether }), plainSettings),
    ).to.deep.nested.include({ 'body.tokenAmountIn.address': '', 'body.tokenOut.address': '' });
  });

  for (const [ppm, bps] of [
    [0, 0],
    [99, 0],
    [100, 1],
    [4_999, 49],
    [500_000, 5_000],
  ] as const) {
    it(`allows ${bps} bps where ${ppm} parts per million are allowed`, () => {
      expect(
        swapRequest('quote', testAsk({ slippage: ppm as Ppm }), plainSettings),
      ).to.have.nested.property('body.slippage', bps);
    });
  }

  it("carries the deployment's partner id and partner address where it has them", () => {
    const settings = {
      ...plainSettings,
      integrator: 'interline',
      feeTaker: evmAddress('0x5555555555555555555555555555555555555555'),
    };

    const request = swapRequest('swap', testAsk(), settings);

    expect(request.headers).to.deep.equal({ 'X-Partner-Id': 'interline' });
    expect(request.body).to.have.property(
      'partnerAddress',
      '0x5555555555555555555555555555555555555555',
    );
  });

  it('is a state by source chain and hash', () => {
    const srcTx = `0x${'11'.repeat(32)}`;

    expect(statusRequest(8453, srcTx)).to.deep.equal({
      method: 'GET',
      path: `/crosschain/v2/tx/8453/${srcTx}`,
    });
  });
});
