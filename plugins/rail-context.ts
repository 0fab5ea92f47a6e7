import {
  chainInWords,
  type Bps,
  type ChainRef,
  type EvmAddress,
  type TokenRef,
} from '@interline/kernel';
import type {
  ChainFacts,
  ChainReader,
  Clock,
  Inventory,
  Log,
  Members,
  OutboundHttp,
  PricePort,
} from '@interline/ports';

/** The deployment's admitted tokens, read-only. */
export interface ListedTokens {
  on(chain: ChainRef): readonly TokenRef[];
}

/** Everything a rail gets from its host. Frozen; nothing in it can sign, send or hold a key. */
export interface RailContext {
  readonly clock: Clock;
  readonly http: OutboundHttp;
  readonly log: Log;
  readonly price: PricePort;
  readonly chains: ChainReader;
  readonly tokens: ListedTokens;
  readonly members: Members;
  /** Present if the deployment reads a chain that is only priced. */
  readonly facts?: ChainFacts;
  /** The deployment's standard charge. */
  readonly standardFeeBps: Bps;
  /**
   * The highest price difference between two tokens of one asset, relative to the lower price, at
   * which one is paid out for the other unit for unit.
   */
  readonly parBandBps: Bps;
  /**
   * The account, the same on all EVM chains, that sends a plan's calls: upstreams see it as the
   * depositor.
   */
  readonly relayer: EvmAddress;
  /** Present exactly when the manifest claims the `inventory` capability. */
  readonly inventory?: Inventory;
  /**
   * Present if the deployment has traces: wraps the request to one engine of several, so that each
   * has a span of its own.
   */
  readonly askTraced?: <T>(engine: string, ask: () => Promise<T>) => Promise<T>;
}

/** The inventory of a rail whose manifest claims it; throws if the manifest does not. */
export function inventoryOf(context: RailContext): Inventory {
  if (context.inventory === undefined)
    throw new Error(
      'the rail uses the inventory; its manifest must claim the capability "inventory"',
    );
  return context.inventory;
}

/** Why there is no inventory on the chain, for quotes and for the operator. */
export function noInventory(inventory: Inventory, chain: ChainRef): string {
  const why = inventory.absence(chain);
  return `no inventory is configured on ${chainInWords(chain)}${why === null ? '' : `: ${why}`}`;
}
