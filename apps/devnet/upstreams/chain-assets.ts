import type { DevnetChain } from '../devnet-report.ts';
import type { Asset } from './order.ts';

const coinDecimals = 18;
const tokenMicroUsd = 1_000_000n;
const ether = { symbol: 'ETH', priceMicroUsd: 3_000_000_000n };

/** Coins of the chains whose gas coin is not ether, at round prices. */
const otherCoins: Readonly<Record<number, { symbol: string; priceMicroUsd: bigint }>> = {
  56: { symbol: 'BNB', priceMicroUsd: 600_000_000n },
  100: { symbol: 'xDAI', priceMicroUsd: 1_000_000n },
  137: { symbol: 'POL', priceMicroUsd: 500_000n },
  146: { symbol: 'S', priceMicroUsd: 500_000n },
  999: { symbol: 'HYPE', priceMicroUsd: 25_000_000n },
  5000: { symbol: 'MNT', priceMicroUsd: 1_000_000n },
  33139: { symbol: 'APE', priceMicroUsd: 1_000_000n },
  43114: { symbol: 'AVAX', priceMicroUsd: 30_000_000n },
};

/** Everything that can be bridged from or to the chain: its coin first, then its tokens. */
export function assetsOf({ chainId, tokens }: DevnetChain): readonly Asset[] {
  const coin = otherCoins[chainId] ?? ether;
  return [
    { chainId, address: null, decimals: coinDecimals, ...coin },
    ...tokens.map(({ address, symbol, decimals }) => ({
      chainId,
      address,
      symbol,
      decimals,
      priceMicroUsd: tokenMicroUsd,
    })),
  ];
}

export function assetAt(
  assets: readonly Asset[],
  chainId: number,
  address: string | null,
): Asset | undefined {
  return assets.find(
    (asset) => asset.chainId === chainId && asset.address?.toLowerCase() === address?.toLowerCase(),
  );
}

/** Another asset of the same chain, which a bridge pays or requests by mistake. */
export function otherAsset(assets: readonly Asset[], asset: Asset): Asset {
  const other = assets.find(
    ({ chainId, address }) =>
      chainId === asset.chainId && address !== null && address !== asset.address,
  );
  if (other === undefined)
    throw new Error(`chain ${asset.chainId} has no token beside ${asset.symbol}`);
  return other;
}
