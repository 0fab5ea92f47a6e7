import type { BudgetCharge, ChainRef } from '@interline/kernel';

/** The current benefit of a payer's member NFTs. */
export type Membership =
  /** `charge`: one use of the NFT's daily allowance, to be charged with the route. */
  | { readonly kind: 'free-transfer'; readonly name: string; readonly charge: BudgetCharge }
  | { readonly kind: 'budget-spent'; readonly name: string; readonly reason: string }
  | { readonly kind: 'not-a-member'; readonly reason: string };

/** The deployment's members. */
export interface Members {
  /** The accepted collections, as shown to clients. */
  recognised(): readonly {
    readonly chain: ChainRef;
    readonly address: string;
    readonly name: string;
  }[];
  /**
   * The payer's first NFT, in the config's order, with some of today's allowance left. For a payer
   * that is a contract on its chain only NFTs there count, because its address may belong to
   * another owner elsewhere. An unreadable holding gives no membership, and is reported as such.
   */
  membershipOf(payer: string | null, from: ChainRef, signal: AbortSignal): Promise<Membership>;
}
