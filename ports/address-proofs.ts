import type { Address } from '@interline/kernel';

/** Proves that accounts are ours. */
export interface AddressProofs {
  /**
   * The account key's signature of the text as a personal message (EIP-191), which no chain accepts
   * as a transaction; null for an account whose key cannot sign one. Throws if the key cannot be
   * reached now.
   */
  prove(account: Address, text: string, signal: AbortSignal): Promise<string | null>;
}
