import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { chainFamily, type ChainRef } from '@interline/plugins';

export type TxLeg = 'source' | 'destination';

/**
 * A fake transaction id in the chain's own format: it begins with repeated `fa4e`, or with repeated
 * `FAKE` where the chain writes base58. A one-way hash of the route's id, so the id stays secret.
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

/** Base58 has every hex digit except zero. */
function base58Like(digest: string, length: number): string {
  return `${'FAKE'.repeat(4)}${digest.repeat(2).replaceAll('0', 'z')}`.slice(0, length);
}
