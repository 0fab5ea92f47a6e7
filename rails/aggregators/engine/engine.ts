import type { EvmAddress } from '@interline/plugins';
import type { Upstream, UpstreamApi } from '../upstream/upstream.ts';

/** An upstream as this deployment runs it. */
export interface Engine {
  readonly upstream: Upstream;
  /** A disabled one makes no offer and no plan, but what is under way is still tracked. */
  readonly isEnabled: boolean;
  readonly chainIds: ReadonlySet<number>;
  /** One way out for each kind of request; they differ in patience and in what they may use up. */
  readonly apis: EngineApis;
  /** The contracts it may send us to on a chain; null where the deployment lists none. */
  knownContracts(chainId: number): readonly EvmAddress[] | null;
  /**
   * After faults in a row, because it asked us to wait, or because its request limit is used up.
   */
  isResting(): boolean;
}

/** By the client that asks, null for our own work on routes under way. */
export type ApiFor = (askedBy: string | null) => UpstreamApi;

export interface EngineApis {
  readonly price: ApiFor;
  readonly build: ApiFor;
  readonly status: ApiFor;
}
