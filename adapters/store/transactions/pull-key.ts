import type { ChainRef, Address } from '@interline/kernel';

/** What one payer's pulls of one token are found by. */
export function pullKey(chain: ChainRef, token: Address, owner: Address): string {
  return `${chain}/${token}/${owner}`;
}

/** Who signed the permit of a pull with that key. */
export function payerOfPull(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
