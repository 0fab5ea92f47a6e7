import type { BudgetCharge, ChainRef } from '@interline/kernel';

/** What the member NFTs of a payer are worth now. */
export type Membership =
  /** `charge`: one of what the NFT has in a day, to be charged with the route. */
  | { readonly kind: 'free-transfer'; readonly name: string; readonly charge: BudgetCharge }
  | { readonly kind: 'budget-spent'; readonly name: string; readonly reason: string }
  | { readonly kind: 'not-a-member'; readonly reason: string };

/** Who is a member of the deployment. */
export interface Members {
  /** The collections that count, as clients are shown them. */
  recognised(): readonly {
    readonly chain: ChainRef;
    readonly address: string;
    readonly name: string;
  }[];
  /**
   * The first NFT of the payer, in the order of the config, of which something is left today. A payer that
   * is a contract on its chain has those there alone: its address may be another's elsewhere. What cannot
   * be read makes no member, and says so.
   */
  membershipOf(payer: string | null, from: ChainRef, signal: AbortSignal): Promise<Membership>;
}
