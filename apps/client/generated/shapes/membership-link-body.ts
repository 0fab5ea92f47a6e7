// Written by `npm run client:types` from the service's OpenAPI document.

export type MembershipLinkBody = {
  /** The wallet that holds the NFT. */
  readonly vault: string;
  /** Of the signed domain {name: "Interline membership", version: "1", chainId}; where a vault that is a contract is. */
  readonly chainId: number;
  /** Whole seconds of the epoch, within a year. */
  readonly expires: number;
  /** 32 bytes in hex, fresh for each link. */
  readonly nonce: string;
  /** EIP-712 over Link(address vault,address hot,uint256 expires,bytes32 nonce), by the key of the vault or accepted by its code (ERC-1271); hot is the signed-in wallet. */
  readonly signature: string;
};
