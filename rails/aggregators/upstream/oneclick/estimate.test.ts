import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { btc, question, usdcOnSolana, usdcOnStellar, xlm } from '../../testing/estimate-tokens.ts';
import { pricedAssetIdOf, readAssets } from './assets.ts';
import { dryTerms, readEstimate } from './estimate.ts';

/** Ids as in the public list of tokens; an entry of Stellar names the issuer, or nobody. */
const list = readAssets([
  { assetId: 'nep141:btc.omft.near', decimals: 8, blockchain: 'btc', symbol: 'BTC' },
  {
    assetId: '1cs_v1:btc:native:coin',
    decimals: 8,
    blockchain: 'btc',
    symbol: 'BTC(OMNI)',
    contractAddress: 'coin',
  },
  {
    assetId: 'nep141:sol-usdc.omft.near',
    decimals: 6,
    blockchain: 'sol',
    symbol: 'USDC',
    contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
  {
    assetId: 'nep245:v2_1.omni.hot.tg:1100_xlm',
    decimals: 7,
    blockchain: 'stellar',
    symbol: 'XLM',
  },
  {
    assetId: 'nep245:v2_1.omni.hot.tg:1100_usdc',
    decimals: 7,
    blockchain: 'stellar',
    symbol: 'USDC',
    contractAddress: 'USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  },
]);

describe('an estimate of oneclick', () => {
  it('finds assets beyond the EVM in the list, in the letters of their chains', () => {
    expect(
      [btc, usdcOnSolana, xlm, usdcOnStellar].map((token) => pricedAssetIdOf(token, list)),
    ).to.deep.equal([
      { ok: true, value: 'nep141:btc.omft.near' },
      { ok: true, value: 'nep141:sol-usdc.omft.near' },
      { ok: true, value: 'nep245:v2_1.omni.hot.tg:1100_xlm' },
      { ok: true, value: 'nep245:v2_1.omni.hot.tg:1100_usdc' },
    ]);
    const strange = [
      { ...usdcOnSolana, address: usdcOnSolana.address.toLowerCase() },
      {
        ...usdcOnStellar,
        address: 'USDC:GBUA2WB5IWUA3J7NOY56ULNAZPTZDHRTUHM5VJXFWF5KITK3RPMVDPDD',
      },
    ];
    expect(strange.map((token) => pricedAssetIdOf(token, list).ok)).to.deep.equal([false, false]);
  });

  it('is a dry run, with a memo where the deposit would be on Stellar', () => {
    expect(dryTerms(question({ from: xlm }), 'one', 'other')).to.deep.equal({
      dry: true,
      swapType: 'EXACT_INPUT',
      depositType: 'ORIGIN_CHAIN',
      depositMode: 'MEMO',
      originAsset: 'one',
      destinationAsset: 'other',
      amount: '10000000',
      slippageTolerance: 50,
      refundTo: 'payer',
      refundType: 'ORIGIN_CHAIN',
      recipient: 'recipient',
      recipientType: 'DESTINATION_CHAIN',
    });
    expect(dryTerms(question({ from: btc }), 'one', 'other').depositMode).to.equal('SIMPLE');
  });

  it('is a fault where the answer repeats other terms than were asked', () => {
    const terms = dryTerms(question({}), 'one', 'other');
    const quote = { amountIn: '10000000', amountOut: '9900000', minAmountOut: '9850500' };

    expect(readEstimate(question({}), terms, { quoteRequest: { ...terms }, quote })).to.deep.equal({
      output: 9_900_000n,
      minOutput: 9_850_500n,
      durationSec: null,
      bridge: 'oneclick',
      via: ['oneclick'],
      expiresAtMs: null,
    });
    expect(() =>
      readEstimate(question({}), terms, {
        quoteRequest: { ...terms, destinationAsset: 'a third' },
        quote,
      }),
    ).to.throw(RelayError, 'oneclick answers for another destinationAsset than asked');
    expect(() =>
      readEstimate(question({}), terms, {
        quoteRequest: { ...terms },
        quote: { ...quote, amountIn: '10000001' },
      }),
    ).to.throw(RelayError, 'oneclick wants another amount than asked');
  });
});
