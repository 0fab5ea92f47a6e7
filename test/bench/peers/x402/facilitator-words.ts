/** What the bench orders of x402's process, once. */
export interface FacilitatorOrder {
  /** Where its packages are installed. */
  readonly folder: string;
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly privateKey: `0x${string}`;
  /** Whether viem counts the nonces of the one account; x402's own example leaves that to the node. */
  readonly hasNonceManager: boolean;
}

export type FacilitatorWord =
  | { readonly kind: 'serving'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: string };
