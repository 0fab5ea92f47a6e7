import { asUnits, type BudgetCharge, type ChainRef, type EvmAddress } from '@interline/kernel';
import type { NftCollection, OffChainData } from '@interline/ports';

/** NFTs whose holders are members, as the deployment names them. */
export interface MemberCollection extends NftCollection {
  /** The name that clients see. */
  readonly name: string;
  /** How many transfers of the micro tier each NFT has free of charge in a UTC day. */
  readonly budgetPerDay: number;
  readonly minHeldSec: number;
}

/** The settings of a deployment for membership. */
export interface MembershipPolicy {
  readonly collections: readonly MemberCollection[];
}

/** One NFT of a member. */
export interface MemberToken {
  readonly collection: MemberCollection;
  readonly tokenId: bigint;
  /** Its holder: the payer, or a vault that speaks for the payer. */
  readonly holder: EvmAddress;
  /** The block at which it was seen. */
  readonly block: number;
}

/**
 * A vault's statement that another wallet of the same person counts as a member by what the vault holds.
 */
export interface VaultLink {
  readonly vault: EvmAddress;
  readonly hot: EvmAddress;
  /**
   * Null for a key, which is the same on every chain; a contract's statement is valid on its own chain.
   */
  readonly onlyOn: ChainRef | null;
  /** 32 bytes, in hex: no link is made twice, not even after its end. */
  readonly nonce: string;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  readonly isEnded: boolean;
}

/** The budget belongs to the NFT: selling or lending it passes on what is left of its day. */
export function chargeOf({ collection, tokenId }: MemberToken): BudgetCharge {
  const { chain, address, name, budgetPerDay } = collection;
  return {
    budget: `member:${chain}:${address}:${tokenIdKey(tokenId)}`,
    units: asUnits(1n),
    limit: asUnits(BigInt(budgetPerDay)),
    reason: `the ${budgetPerDay} free transfers a day of this ${name} are spent`,
  };
}

/**
 * The id in decimal; in base 36 where it is a hash, because a budget's name has at most 128
 * characters.
 */
function tokenIdKey(id: bigint): string {
  const decimal = id.toString();
  return decimal.length > 50 ? `b36-${id.toString(36)}` : decimal;
}

/** What a vault signs (EIP-712). `expires` in seconds. */
export function linkTypedData(
  chainId: number,
  link: Pick<VaultLink, 'vault' | 'hot' | 'nonce' | 'expiresAtMs'>,
): OffChainData {
  return {
    domain: { name: 'Interline membership', version: '1', chainId },
    types: {
      Link: [
        { name: 'vault', type: 'address' },
        { name: 'hot', type: 'address' },
        { name: 'expires', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'Link',
    message: {
      vault: link.vault,
      hot: link.hot,
      expires: Math.floor(link.expiresAtMs / 1_000).toString(),
      nonce: link.nonce,
    },
  };
}
