import type { Price, TokenRef } from '@interline/kernel';

export interface PricePort {
  /** The token's price, or null where no fresh, undisputed one can be had. Never a guess. */
  priceOf(token: TokenRef, signal: AbortSignal): Promise<Price | null>;
}
