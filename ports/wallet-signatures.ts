import type { Address, ChainRef, Hex, TypedData } from '@interline/kernel';

/** A text that a wallet signed to prove its identity (EIP-191). It moves nothing. */
export interface SignedText {
  readonly wallet: Address;
  readonly text: string;
  readonly signature: Hex;
}

export type OffChainData = Omit<TypedData, 'domain'> & {
  readonly domain: Omit<TypedData['domain'], 'verifyingContract'>;
};

/** The same for typed data (EIP-712) that no contract has to verify. */
export interface SignedData {
  readonly wallet: Address;
  readonly typedData: OffChainData;
  readonly signature: Hex;
}

/** Verification of wallets' signatures on EVM. */
export interface WalletSignatures {
  /** Whether the wallet's own key made it, for any chain. No network. */
  isOfKey(signed: SignedText | SignedData): boolean;
  /** Whether an address has the upper and lower case of EIP-55. */
  isSpelt(address: string): boolean;
  /**
   * Whether the wallet's code on that chain accepts it (ERC-1271), or would after the deployment
   * that the signature itself contains (ERC-6492). On another chain the same address may belong to
   * another owner. Throws `CHAIN_UNREACHABLE`.
   */
  isOfCode(chain: ChainRef, signed: SignedText | SignedData, signal: AbortSignal): Promise<boolean>;
  /**
   * Whether the address is a contract on that chain and has no key. An account that its key has
   * delegated (EIP-7702) is not a contract in this sense. Throws `CHAIN_UNREACHABLE`.
   */
  isContract(chain: ChainRef, wallet: Address, signal: AbortSignal): Promise<boolean>;
}
