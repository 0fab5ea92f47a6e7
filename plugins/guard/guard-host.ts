import type { EvmAddress } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { ListedTokens } from '../rail-context.ts';

/** What the guard knows of the deployment, to hold a plan's calls against. */
export interface GuardHost {
  readonly tokens: ListedTokens;
  readonly price: PricePort;
  /**
   * The relayer's own addresses, the same on every EVM chain: its accounts, and the contract that
   * runs their batches.
   */
  readonly own: readonly EvmAddress[];
}
