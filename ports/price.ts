import type { Price, TokenRef } from '@interline/kernel';

export interface PricePort {
  /** The token's price, or null if no fresh, undisputed price is available. Never an estimate. */
  priceOf(token: TokenRef, signal: AbortSignal): Promise<Price | null>;
}
