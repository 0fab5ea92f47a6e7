import type { TokenList } from '@interline/kernel';
import type { ChainReader, ChainTime, Clock, Log, OutboundHttp, PricePort } from '@interline/ports';
import type { PriceChoice } from '../deployment.ts';
import {
  chainlinkPrices,
  defillamaPrices,
  noPrices,
  type PriceSource,
  sourcedPrices,
  staticPrices,
} from '@interline/adapters/price';

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
