import type { ChainRef, TokenRef, Units } from '@interline/kernel';

/** What an account says of payments to it. */
export interface RecipientFacts {
  readonly exists: boolean;
  /** It takes the token: it holds a trustline that may receive it. Always so with the coin. */
  readonly trusts: boolean;
  /** It refuses payments without a memo (SEP-29). */
  readonly demandsMemo: boolean;
  /** The account behind a muxed address, and its number; absent for any other address. */
  readonly muxed?: { readonly account: string; readonly id: string };
  /** The least that a first payment of coin must bring; nothing where it exists. */
  readonly createCost: Units;
}

/**
 * What a chain beyond the EVM says of itself, for quotes. Throws `CHAIN_UNREACHABLE`; cached
 * for some seconds.
 */
export interface ChainFacts {
  /** Whether an RPC node of the chain is configured. */
  reads(chain: ChainRef): boolean;
  /** The height of the chain's newest block or slot. */
  heightOf(chain: ChainRef, signal: AbortSignal): Promise<number>;
  /** The token's decimals on chain; null where there is no such token. */
  decimalsOf(token: TokenRef, signal: AbortSignal): Promise<number | null>;
  /**
   * What a payment of the token costs for the account that receives it, in the chain's coin: the
   * rent of an account that has to be made, nothing where there is one. An owner of null has none.
   */
  accountCostOf(token: TokenRef, owner: string | null, signal: AbortSignal): Promise<Units>;
  /** Whether the owner can be paid in the token; null where that is not read on the chain. */
  recipientOf(token: TokenRef, owner: string, signal: AbortSignal): Promise<RecipientFacts | null>;
}
