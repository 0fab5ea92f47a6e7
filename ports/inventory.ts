import type { ChainRef, TokenRef, Units } from '@interline/kernel';

/** The float information for a rail with the `inventory` capability. */
export interface Inventory {
  /** Free float of the token: without reservations and without money in transit. */
  free(token: TokenRef, signal: AbortSignal): Promise<Units>;
  /** The whole balance at its last reading, reserved or not; zero before the first. */
  held(token: TokenRef, signal: AbortSignal): Promise<Units>;
  /** The capacity that the float was last topped up to, for imbalance; null if unknown. */
  target(token: TokenRef): Units | null;
  /** Used units of a daily budget. Days are UTC, by the service's clock. */
  spentToday(budget: string): Promise<Units>;
  /** Confirmations that a caller's payment of this size needs before we pay for it. */
  confirmations(token: TokenRef, units: Units, signal: AbortSignal): Promise<number>;
  /** False on a chain the deployment runs no float for. */
  serves(chain: ChainRef): boolean;
  /** Why the chain has no float, and how to fix it, if known. */
  absence(chain: ChainRef): string | null;
}
