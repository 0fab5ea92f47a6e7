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

/** The tokens the deployment admits, to read. */
export interface ListedTokens {
  on(chain: ChainRef): readonly TokenRef[];
}

/** All a rail gets of its host. Frozen, and nothing in it can sign, send or hold a key. */
export interface RailContext {
  readonly clock: Clock;
  readonly http: OutboundHttp;
  readonly log: Log;
  readonly price: PricePort;
  readonly chains: ChainReader;
  readonly tokens: ListedTokens;
  readonly members: Members;
  /** Present where the deployment reads a chain that is only priced. */
  readonly facts?: ChainFacts;
  /** The service's standard charge, as the deployment set it. */
  readonly standardFeeBps: Bps;
  /**
   * How far apart the prices of two tokens of one asset may lie, of the lower one, for one to be
   * paid out for the other unit for unit.
   */
  readonly parBandBps: Bps;
  /**
   * The account, one for all EVM chains, that sends a plan's calls: upstreams see it as the
   * depositor.
   */
  readonly relayer: EvmAddress;
  /** Present exactly when the manifest claims the `inventory` capability. */
  readonly inventory?: Inventory;
  /**
   * Present where the deployment has traces: asks one engine of several, so that each has a span of
   * its own.
   */
  readonly askTraced?: <T>(engine: string, ask: () => Promise<T>) => Promise<T>;
}

/** The inventory of a rail whose manifest claims it; throws where the manifest forgot to. */
export function inventoryOf(context: RailContext): Inventory {
  if (context.inventory === undefined)
    throw new Error(
      'the rail uses the inventory; its manifest must claim the capability "inventory"',
    );
  return context.inventory;
}

/** Why nothing is held on the chain, for quotes and for the operator. */
export function noInventory(inventory: Inventory, chain: ChainRef): string {
  const why = inventory.absence(chain);
  return `no inventory is configured on ${chainInWords(chain)}${why === null ? '' : `: ${why}`}`;
}
