import type { Price, TokenRef } from '@interline/kernel';

/** One place where prices come from. */
export interface PriceSource {
  readonly name: string;
  /**
   * What it says of the token now, however old; null where it says nothing or cannot be reached.
   * Never rejects.
   */
  priceOf(token: TokenRef): Promise<Price | null>;
}
