import type { Address, ChainRef, Hex } from '@interline/kernel';

/** A text that a wallet signed to show that it is itself (EIP-191). It moves nothing. */
export interface SignedText {
  readonly wallet: Address;
  readonly text: string;
  readonly signature: Hex;
}

/** Whose signature a text has: EVM's. */
export interface WalletSignatures {
  /** Whether the wallet's own key made it, on whatever chain. No network. */
  isOfKey(signed: SignedText): boolean;
  /** Whether an address is written as EIP-55 has it, in upper and lower case. */
  isSpelt(address: string): boolean;
  /**
   * Whether the wallet's code on that chain accepts it (ERC-1271), or would once it is deployed as the
   * signature itself says (ERC-6492); on another chain the same address may be another's. Throws `CHAIN_UNREACHABLE`.
   */
  isOfCode(chain: ChainRef, signed: SignedText, signal: AbortSignal): Promise<boolean>;
}
