import type { EvmAddress, RailContext } from '@interline/plugins';
import type { EngineLine } from '../client/engine-line.ts';
import { EnginePause } from '../client/engine-pause.ts';
import type { AggregatorSettings } from '../settings.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { engineApis } from './engine-apis.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { Engine } from './engine.ts';
import { quoteLine } from './quote-line.ts';
import { statusLine } from './status-line.ts';

export function makeEngine(
  upstream: Upstream,
  context: RailContext,
  settings: AggregatorSettings,
): Engine {
  const own = ownSettings(upstream, settings);
  const pause = new EnginePause(upstream.name, context.clock);
  const parts = { upstream, own, settings, context, pause };
  const quotes = quoteLine(parts);
  const { chainIds } = own;
  return {
    upstream,
    isEnabled: own.enabled,
    chainIds: new Set(upstream.chainIds.filter((id) => chainIds === null || chainIds.includes(id))),
    apis: engineApis(
      context,
      { ...own, signer: own.signer ?? upstream.traits.signer ?? null },
      { ...quotes, status: statusLine(parts) },
    ),
    knownContracts: (chainId) => knownContracts(own, chainId),
    isResting: () => pause.leftMs > 0 || quotes.price.breaker.isResting || isUsedUp(quotes.price),
  };
}

/** No client can have a price now. */
function isUsedUp({ bucket, leaves }: EngineLine): boolean {
  return bucket.waitMs({ share: null, leaves }) > 0;
}

function ownSettings({ name }: Upstream, { engines }: AggregatorSettings): EngineSettings {
  const own = engines[name];
  if (own === undefined)
    throw new Error(`the settings were read for other engines; they have none for ${name}`);
  return own;
}

function knownContracts(
  { contracts }: EngineSettings,
  chainId: number,
): readonly EvmAddress[] | null {
  const listed = [...(contracts[String(chainId)] ?? []), ...(contracts['*'] ?? [])];
  return listed.length === 0 ? null : listed;
}
