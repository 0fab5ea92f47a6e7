import type { ChainRef, TokenRef, Units } from '@interline/kernel';

/** What a rail with the `inventory` capability may know of the float. */
export interface Inventory {
  /** Free float of the token: without what is reserved and without money in transit. */
  free(token: TokenRef, signal: AbortSignal): Promise<Units>;
  /** The whole balance at its last reading, reserved or not; nothing before the first. */
  held(token: TokenRef, signal: AbortSignal): Promise<Units>;
  /** Capacity the float was last topped up to, for imbalance; null where unknown. */
  target(token: TokenRef): Units | null;
  /** Units of a daily budget that are used up. Days are UTC, by the service's clock. */
  spentToday(budget: string): Promise<Units>;
  /** How deep so much of what callers pay in must be before it is paid for. */
  confirmations(token: TokenRef, units: Units, signal: AbortSignal): Promise<number>;
  /** False on a chain the deployment runs no float for. */
  serves(chain: ChainRef): boolean;
  /** Why there is none on the chain and what to do, where that is known. */
  absence(chain: ChainRef): string | null;
}
