import { evmAddress, evmChain } from '@interline/domain';
import type { MainnetConfig } from './config/config-schema.ts';
import type { PriceChoice } from './deployment.ts';

/** Real prices by the config's sources. A feed must stand on a chain of the deployment, or nobody could read it. */
export function choosePrices({ prices, chains }: Pick<MainnetConfig, 'prices' | 'chains'>): PriceChoice {
  if (prices === undefined) return { kind: 'none' };
  const feeds = prices.chainlink?.feeds ?? [];
  const stray = feeds.find((feed) => !chains.some(({ chainId }) => chainId === feed.chainId));
  if (stray !== undefined) throw new Error(`prices.chainlink: the feed of ${stray.asset} is on chain ${stray.chainId}; wanted one of ${chains.map(({ chainId }) => chainId).join(', ')}`);
  return {
    kind: 'sources',
    defillama: prices.defillama === undefined ? null : { ...prices.defillama, chains: Object.fromEntries(Object.entries(prices.defillama.chains).map(([id, name]) => [Number(id), name])) },
    chainlink: feeds.map(({ asset, chainId, address, heartbeatSec }) => ({ asset, chain: evmChain(chainId), address: evmAddress(address), heartbeatSec })),
    rule: { maxAgeMs: prices.maxAgeSec * 1_000, maxSpreadBps: Math.round(prices.maxSpreadPct * 100), minSources: prices.minSources },
  };
}
