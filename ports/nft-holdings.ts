import type { ChainRef, EvmAddress } from '@interline/kernel';

/** A contract of NFTs (ERC-721) that lists what an owner has. */
export interface NftCollection {
  readonly chain: ChainRef;
  readonly address: EvmAddress;
}

export interface HeldNfts {
  /** The lowest head that a node answered at. */
  readonly block: number;
  /** Ids of what the owner has had for so long without a break, as many as are looked at. */
  readonly held: readonly bigint[];
  /** How many the owner has that came later. */
  readonly tooNew: number;
}

/** What an account holds of NFTs, for longer than a reorg or a loan lasts. */
export interface NftHoldings {
  /** Chains that are read. */
  readonly chains: readonly ChainRef[];
  /**
   * What the owner has had for so many seconds, and at least since the newest block that cannot change any
   * more, as enough nodes show it. Null where the contract does not list an owner's tokens (ERC-721
   * Enumerable). Throws `CHAIN_UNREACHABLE`.
   */
  heldFor(
    collection: NftCollection,
    owner: EvmAddress,
    seconds: number,
    signal: AbortSignal,
  ): Promise<HeldNfts | null>;
}
