import type { ChainRef, TokenRef, Units } from '@interline/kernel';

/** An account's properties that concern payments to it. */
export interface RecipientFacts {
  readonly exists: boolean;
  /** It accepts the token: it has a trustline that may receive it. Always true for the coin. */
  readonly trusts: boolean;
  /** It refuses payments without a memo (SEP-29). */
  readonly demandsMemo: boolean;
  /** The account and id of a muxed address; absent for any other address. */
  readonly muxed?: { readonly account: string; readonly id: string };
  /** The minimum of a first coin payment; zero if the account exists. */
  readonly createCost: Units;
}

/** Facts about a non-EVM chain, for quotes. Throws `CHAIN_UNREACHABLE`; cached for some seconds. */
export interface ChainFacts {
  /** Whether an RPC node of the chain is configured. */
  reads(chain: ChainRef): boolean;
  /** The height of the chain's newest block or slot. */
  heightOf(chain: ChainRef, signal: AbortSignal): Promise<number>;
  /** The token's decimals on chain; null if the token does not exist. */
  decimalsOf(token: TokenRef, signal: AbortSignal): Promise<number | null>;
  /**
   * The receiving account's cost of a token payment, in the chain's coin: the rent of a new
   * account, zero if it exists. A null owner has none.
   */
  accountCostOf(token: TokenRef, owner: string | null, signal: AbortSignal): Promise<Units>;
  /** Whether the owner can be paid in the token; null if that is not read on the chain. */
  recipientOf(token: TokenRef, owner: string, signal: AbortSignal): Promise<RecipientFacts | null>;
}
