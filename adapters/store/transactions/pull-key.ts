import { type Address, asUnits, type ChainRef, type PullUnderWay } from '@interline/kernel';

/** What one payer's pulls of one token are found by. */
export function pullKey(chain: ChainRef, token: Address, owner: Address): string {
  return `${chain}/${token}/${owner}`;
}

/** Who signed the permit of a pull with that key. */
export function payerOfPull(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The pull of those units by the permit with that key, as `permitKeyText` writes it. */
export function pullUnderWay(permitKey: string, units: bigint): PullUnderWay {
  const nonce = BigInt(permitKey.slice(permitKey.lastIndexOf('/') + 1));
  return { nonce, units: asUnits(units) };
}
