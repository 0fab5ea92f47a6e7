import type { AddressOutcome } from '@interline/ports';
import { readBase58Check } from './base58-check.ts';
import { accepted, refused } from './outcome.ts';

/** `T...`: base58check of 0x41 and 20 bytes. The hex form has no checksum, so it is not taken. */
export function readTronAddress(text: string): AddressOutcome {
  if (/^(0x)?41[0-9a-f]{40}$/i.test(text))
    return refused(
      'is a Tron address in hex, which has no checksum; send its base58 form, which begins with T',
    );
  const payload = readBase58Check(text);
  if (payload === 'checksum' && text.startsWith('T'))
    return refused('fails its base58 checksum, so a character is wrong; copy the address anew');
  if (typeof payload === 'string' || payload.length !== 21 || payload[0] !== 0x41)
    return refused('must be a Tron address: T and 33 base58 characters; copy it anew');
  return accepted(text);
}
