import { asAmount, type Ppm, readUnits, refuse, type TokenRef } from '@interline/plugins';
import { etherOnBase, usdcOnArbitrum, usdcOnBase, usdcOnBnb } from '@interline/plugins/testing';
import { expect } from 'chai';
import { testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { stargateChains } from './chains.ts';
import { quotesRequest, stargateAsk } from './request.ts';

describe('a request to stargate', () => {
  it('names chains by their keys and states the least output as an amount', () => {
    const ask = testAsk();

    expect(requestFor(ask)).to.deep.equal({
      method: 'GET',
      path: '/api/v1/quotes',
      query: {
        srcToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        dstToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
        srcAddress: '0x1111111111111111111111111111111111111111',
        dstAddress: '0x3333333333333333333333333333333333333333',
        srcChainKey: 'base',
        dstChainKey: 'arbitrum',
        srcAmount: '100000000',
        dstAmountMin: '99500000',
      },
    });
  });

  it('writes a coin in its own way', () => {
    const etherOnArbitrum: TokenRef = { ...etherOnBase, chain: usdcOnArbitrum.chain };

    const { query } = requestFor(testAsk({ from: etherOnBase, to: etherOnArbitrum }));

    expect([query?.['srcToken'], query?.['dstToken']]).to.deep.equal([
      '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    ]);
  });

  const minimums: readonly (readonly [string, Parameters<typeof testAsk>[0], string])[] = [
    ['the agreed one where there is one', { minOutput: readUnits('99900001', 'min') }, '99900001'],
    ['the amount less the slippage where there is none', { slippage: 10_000 as Ppm }, '99000000'],
    ["in the destination token's decimals", { to: usdcOnBnb }, '99500000000000000000'],
    [
      'rounded up to what six decimals can say',
      { to: usdcOnBnb, minOutput: readUnits('99500000000000000001', 'min') },
      '99500001000000000000',
    ],
    [
      'as it is where the source token is the finer one',
      {
        from: usdcOnBnb,
        to: usdcOnBase,
        units: asAmount(100_000_000_000_000_000_000n),
        minOutput: readUnits('99500001', 'min'),
      },
      '99500001',
    ],
  ];

  for (const [which, asked, least] of minimums) {
    it(`asks for ${which}`, () => {
      expect(requestFor(testAsk(asked)).query?.['dstAmountMin']).to.equal(least);
    });
  }

  it('is not made for a chain it does not list', () => {
    expect(stargateAsk({ ...testAsk(), toChainId: 4663 })).to.deep.equal(
      refuse('UNROUTABLE_LANE', 'stargate does not list one of these chains'),
    );
    expect(stargateAsk({ ...testAsk(), fromChainId: 4663 })).to.deep.equal(
      refuse('UNROUTABLE_LANE', 'stargate does not list one of these chains'),
    );
  });

  it('is not made for two assets', () => {
    expect(stargateAsk(testAsk({ from: etherOnBase }))).to.deep.equal(
      refuse('NO_ROUTE', 'stargate moves one asset, and ETH is not USD'),
    );
  });
});

describe("stargate's chains", () => {
  it('are 21, each with a key and an endpoint of its own', () => {
    expect(stargateChains).to.have.length(21);
    expect(new Set(stargateChains.map(({ key }) => key)).size).to.equal(21);
    expect(new Set(stargateChains.map(({ endpointId }) => endpointId)).size).to.equal(21);
  });
});

function requestFor(ask: Ask): ReturnType<typeof quotesRequest> {
  const asked = stargateAsk(ask);
  if (!asked.ok) throw new Error(asked.reason);
  return quotesRequest(ask, asked.value);
}
