import type { AddressOutcome } from '@interline/ports';
import { readBase58 } from './base58-check.ts';
import { accepted, refused, refusedSecret } from './outcome.ts';

/**
 * 32 bytes in base58. Solana addresses carry no checksum, and those off the curve are valid owners
 * (wallets of programs), so a length is all that can be judged.
 */
export function readSolanaAddress(text: string): AddressOutcome {
  if (/^\[\s*\d/.test(text)) return secret();
  const bytes = readBase58(text);
  if (bytes?.length === 64) return secret();
  if (bytes?.length !== 32)
    return refused(
      'must be a Solana address: 32 bytes in base58, which are 32 to 44 characters without 0, O, I and l; copy it anew',
    );
  return accepted(text);
}

/** A key pair is 64 bytes, in base58 or as a JSON array of numbers. */
function secret(): AddressOutcome {
  return refusedSecret('a private key', 'the address, which is 32 to 44 characters');
}
