import { millionthsText } from '../exchange.ts';
import { nodeAssets } from '../nodes/node-assets.ts';
import type { Asset } from '../order.ts';
import type { OtherEndpoint } from '../stand-in.ts';
import { assetIdOf, blockchains } from './asset-ids.ts';
import { blockchainOf, nodeAssetId } from './node-asset-ids.ts';

export const tokens: OtherEndpoint = {
  method: 'GET',
  path: '/v0/tokens',
  serve: (_request, { assets }) => ({
    status: 200,
    body: [
      ...assets
        .filter(({ chainId }) => chainId in blockchains)
        .map((asset) =>
          listed(assetIdOf(asset), blockchains[asset.chainId], {
            ...asset,
            address: asset.address?.toLowerCase() ?? null,
          }),
        ),
      ...nodeAssets.map((asset) => listed(nodeAssetId(asset), blockchainOf(asset.node), asset)),
    ],
  }),
};

function listed(
  assetId: string | undefined,
  blockchain: string | undefined,
  { decimals, symbol, priceMicroUsd, address }: Omit<Asset, 'chainId'>,
): object {
  return {
    assetId,
    decimals,
    blockchain,
    symbol,
    price: Number(millionthsText(priceMicroUsd)),
    priceUpdatedAt: new Date().toISOString(),
    ...(address === null ? {} : { contractAddress: address }),
  };
}
