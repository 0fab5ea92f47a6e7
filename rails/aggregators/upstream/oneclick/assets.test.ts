import { answer, RelayError, refuse, type TokenRef } from '@interline/plugins';
import { etherOnBase, usdcOnArbitrum, usdcOnBase, usdcOnBnb } from '@interline/plugins/testing';
import { expect } from 'chai';
import { assetIdOf, readAssets } from './assets.ts';
import { tokensBody, usdcArbitrumAsset, usdcBaseAsset } from './testing/oneclick-bodies.ts';

describe('the assets of oneclick', () => {
  const listed: readonly (readonly [TokenRef, number, string])[] = [
    [usdcOnBase, 8453, usdcBaseAsset],
    [usdcOnArbitrum, 42161, usdcArbitrumAsset],
    [usdcOnBnb, 56, 'nep245:v2_1.omni.hot.tg:56_2w93GqMcEmQFDru84j3HZZWt557r'],
    [etherOnBase, 8453, 'nep141:base.omft.near'],
    [{ ...etherOnBase, chain: usdcOnArbitrum.chain }, 42161, 'nep141:arb.omft.near'],
  ];

  for (const [token, chainId, assetId] of listed) {
    it(`know ${token.symbol} on ${token.chain}`, () => {
      expect(assetIdOf(token, chainId, readAssets(tokensBody))).to.deep.equal(answer(assetId));
    });
  }

  const missing: readonly (readonly [string, TokenRef, number])[] = [
    ['a contract of another chain', usdcOnArbitrum, 8453],
    ['a chain without a name there', usdcOnBase, 130],
    ['other decimals than ours', { ...usdcOnBase, decimals: 18 }, 8453],
    ['a coin of another name', { ...etherOnBase, symbol: 'BNB' }, 8453],
  ];

  for (const [what, token, chainId] of missing) {
    it(`do not know ${what}`, () => {
      expect(assetIdOf(token, chainId, readAssets(tokensBody))).to.deep.equal(
        refuse('NO_ROUTE', `oneclick does not list ${token.symbol} on ${token.chain}`),
      );
    });
  }

  it('leave out what does not read as a token of a chain that is asked for', () => {
    expect(
      readAssets([
        ...tokensBody,
        null,
        7,
        { assetId: 'x', blockchain: 'eth', symbol: 'X', decimals: '18' },
      ]),
    ).to.have.length(6);
  });

  it('never take a token that lost its contract for the coin', () => {
    const list = readAssets([
      {
        assetId: 'nep141:base-usdc',
        decimals: 18,
        blockchain: 'base',
        symbol: 'USDC',
        contractAddress: null,
      },
    ]);

    expect(assetIdOf(etherOnBase, 8453, list).ok).to.equal(false);
  });

  it('are a fault where they are not a list', () => {
    expect(() => readAssets({ tokens: [] }))
      .to.throw(RelayError, 'oneclick answered its tokens in another shape than it documents')
      .with.property('code', 'RAIL_FAULT');
  });
});
