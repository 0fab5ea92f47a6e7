import type { Address, ChainRef, Hex, TypedData } from '@interline/kernel';

/** A text that a wallet signed to show that it is itself (EIP-191). It moves nothing. */
export interface SignedText {
  readonly wallet: Address;
  readonly text: string;
  readonly signature: Hex;
}

export type OffChainData = Omit<TypedData, 'domain'> & {
  readonly domain: Omit<TypedData['domain'], 'verifyingContract'>;
};

/** The same of typed data (EIP-712) that no contract has to check. */
export interface SignedData {
  readonly wallet: Address;
  readonly typedData: OffChainData;
  readonly signature: Hex;
}

/** Whose signature it is: EVM's. */
export interface WalletSignatures {
  /** Whether the wallet's own key made it, on whatever chain. No network. */
  isOfKey(signed: SignedText | SignedData): boolean;
  /** Whether an address is written as EIP-55 has it, in upper and lower case. */
  isSpelt(address: string): boolean;
  /**
   * Whether the wallet's code on that chain accepts it (ERC-1271), or would once it is deployed as the
   * signature itself says (ERC-6492); on another chain the same address may be another's. Throws `CHAIN_UNREACHABLE`.
   */
  isOfCode(chain: ChainRef, signed: SignedText | SignedData, signal: AbortSignal): Promise<boolean>;
  /**
   * Whether the address is a contract on that chain, and no key's; an account that its key has delegated
   * (EIP-7702) is a key's. Throws `CHAIN_UNREACHABLE`.
   */
  isContract(chain: ChainRef, wallet: Address, signal: AbortSignal): Promise<boolean>;
}
