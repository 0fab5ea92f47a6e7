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
  /** After faults in a row, or because it asked us to wait. */
  isResting(): boolean;
}

export interface EngineApis {
  readonly price: UpstreamApi;
  readonly build: UpstreamApi;
  readonly status: UpstreamApi;
}
