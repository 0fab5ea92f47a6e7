import type { ChainRef, EvmAddress } from '@interline/kernel';

/** An NFT contract (ERC-721) that lists an owner's tokens. */
export interface NftCollection {
  readonly chain: ChainRef;
  readonly address: EvmAddress;
}

export interface HeldNfts {
  /** The lowest head at which a node answered. */
  readonly block: number;
  /** Ids that the owner has held continuously for long enough, up to the number that is checked. */
  readonly held: readonly bigint[];
  /** How many of the owner's tokens are too new. */
  readonly tooNew: number;
}

/** An account's NFTs that were held for longer than a reorg or a loan lasts. */
export interface NftHoldings {
  /** Chains that are read. */
  readonly chains: readonly ChainRef[];
  /**
   * The tokens that the owner has held for this many seconds, and at least since the newest final
   * block, as enough nodes show it. Null if the contract does not list an owner's tokens (ERC-721
   * Enumerable). Throws `CHAIN_UNREACHABLE`.
   */
  heldFor(
    collection: NftCollection,
    owner: EvmAddress,
    seconds: number,
    signal: AbortSignal,
  ): Promise<HeldNfts | null>;
}
