import { millionthsText } from '../exchange.ts';
import type { OtherEndpoint } from '../stand-in.ts';
import { assetIdOf, blockchains } from './asset-ids.ts';

export const tokens: OtherEndpoint = {
  method: 'GET',
  path: '/v0/tokens',
  serve: (_request, { assets }) => ({
    status: 200,
    body: assets
      .filter(({ chainId }) => chainId in blockchains)
      .map((asset) => ({
        assetId: assetIdOf(asset),
        decimals: asset.decimals,
        blockchain: blockchains[asset.chainId],
        symbol: asset.symbol,
        price: Number(millionthsText(asset.priceMicroUsd)),
        priceUpdatedAt: new Date().toISOString(),
        ...(asset.address === null ? {} : { contractAddress: asset.address.toLowerCase() }),
      })),
  }),
};
