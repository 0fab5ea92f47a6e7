import type { Address } from '@interline/kernel';

/** Shows that accounts are ours. */
export interface AddressProofs {
  /**
   * A signature of the text by the account's key, as a personal message (EIP-191), which no chain takes for
   * anything; null for an account whose key makes none. Throws where the key cannot be asked now.
   */
  prove(account: Address, text: string, signal: AbortSignal): Promise<string | null>;
}
