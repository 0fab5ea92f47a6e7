import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { chainFamily, type ChainRef } from '@interline/plugins';

export type TxLeg = 'source' | 'destination';

/**
 * A transaction id of the chain's own shape that no chain has: it begins with fa4e over and over
 * ("fake"), or with FAKE where the chain writes base58. One way from the route's id, so that the id
 * stays a secret.
 */
export function simulatedTx(routeId: string, leg: TxLeg, chain: ChainRef): string | null {
  const digest = bytesToHex(sha256(utf8ToBytes(`${leg}:${routeId}`)));
  const hex = `${'fa4e'.repeat(8)}${digest.slice(0, 32)}`;
  switch (chainFamily(chain)) {
    case 'eip155':
      return `0x${hex}`;
    case 'bip122':
    case 'stellar':
    case 'tron':
      return hex;
    case 'solana':
      return base58Like(digest, 88);
    case 'sui':
      return base58Like(digest, 44);
    default:
      return null;
  }
}

/** Base58 has no zero; every other hex digit is in it. */
function base58Like(digest: string, length: number): string {
  return `${'FAKE'.repeat(4)}${digest.repeat(2).replaceAll('0', 'z')}`.slice(0, length);
}
