import { type NodeAsset, nodeAssets, type NodeName } from '../nodes/node-assets.ts';
import type { NodeNames } from '../nodes/node-estimate.ts';

/** 1Click's names of the nodes. */
export const nodeNames: NodeNames = {
  solana: { id: 'sol', coin: '' },
  bitcoin: { id: 'btc', coin: '' },
  stellar: { id: 'stellar', coin: '' },
  tron: { id: 'tron', coin: '' },
  sui: { id: 'sui', coin: '' },
  berachain: { id: 'bera', coin: '' },
};

/** The stand-in's ids only have the real format: an entry's address is in its list. */
export function nodeAssetId({ node, address, symbol }: NodeAsset): string {
  const place = blockchainOf(node);
  return address === null
    ? `nep141:${place}.omft.near`
    : `nep245:v2_1.omni.hot.tg:${place}_${symbol.toLowerCase()}`;
}

export function nodeAssetOf(assetId: string): NodeAsset | undefined {
  return nodeAssets.find((asset) => nodeAssetId(asset) === assetId);
}

export function blockchainOf(node: NodeName): string {
  return nodeNames[node]?.id ?? node;
}
