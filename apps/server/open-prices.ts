import {
  chainlinkPrices,
  defillamaPrices,
  noPrices,
  type PriceSource,
  sourcedPrices,
  staticPrices,
} from '@interline/adapters/price';
import { evmAddress, evmChain, nativeAddress, type TokenList } from '@interline/kernel';
import type { ChainReader, ChainTime, Clock, Log, OutboundHttp, PricePort } from '@interline/ports';
import type { MainnetConfig } from './config/config-schema.ts';
import type { PriceChoice } from './deployment.ts';

type Sources = Pick<MainnetConfig, 'prices' | 'chains' | 'tokens'>;

/**
 * Real prices by the config's sources. A feed must stand on a chain of the deployment, or it could
 * not be read. One price for an asset cannot show that one of its tokens has lost its peg, so only
 * an asset of one token, and its coin, has one.
 */
export function choosePrices({ prices, chains, tokens }: Sources): PriceChoice {
  if (prices === undefined) return { kind: 'none' };
  const feeds = prices.chainlink?.feeds ?? [];
  const stray = feeds.find((feed) => !chains.some(({ chainId }) => chainId === feed.chainId));
  if (stray !== undefined)
    throw new Error(
      `prices.chainlink: the feed of ${stray.asset} is on chain ${stray.chainId}; wanted one of ${chains.map(({ chainId }) => chainId).join(', ')}`,
    );
  for (const asset of [
    ...feeds.map((feed) => feed.asset),
    ...Object.keys(prices.defillama?.coins ?? {}),
  ]) {
    const contracts = tokens.filter(
      (token) => token.asset === asset && token.address !== nativeAddress,
    );
    const symbols = [...new Set(contracts.map(({ symbol }) => symbol))];
    if (symbols.length <= 1) continue;
    const names = symbols.join(', ');
    const found = `one price for the asset ${asset} would hide that one of ${names} lost its peg`;
    throw new Error(`prices: ${found}; wanted DefiLlama's prices by address`);
  }
  return {
    kind: 'sources',
    defillama:
      prices.defillama === undefined
        ? null
        : {
            ...prices.defillama,
            chains: Object.fromEntries(
              Object.entries(prices.defillama.chains).map(([id, name]) => [Number(id), name]),
            ),
          },
    chainlink: feeds.map(({ asset, chainId, address, heartbeatSec }) => ({
      asset,
      chain: evmChain(chainId),
      address: evmAddress(address),
      heartbeatSec,
    })),
    rule: {
      maxAgeMs: prices.maxAgeSec * 1_000,
      maxSpreadBps: Math.round(prices.maxSpreadPct * 100),
      minSources: prices.minSources,
    },
  };
}

interface Parts {
  readonly http: OutboundHttp;
  readonly chains: ChainReader & ChainTime;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
}

/** The price port over the deployment's sources. */
export function openPrices(choice: PriceChoice, parts: Parts): PricePort {
  switch (choice.kind) {
    case 'none':
      return noPrices;
    case 'fixed':
      return staticPrices(choice.microUsd, parts.clock);
    case 'sources': {
      const sources: readonly PriceSource[] = [
        ...(choice.defillama === null
          ? []
          : [defillamaPrices(choice.defillama, { ...parts, tokens: parts.tokens.all })]),
        ...(choice.chainlink.length === 0 ? [] : [chainlinkPrices(choice.chainlink, parts)]),
      ];
      return sourcedPrices(sources, choice.rule, parts.clock);
    }
  }
}
