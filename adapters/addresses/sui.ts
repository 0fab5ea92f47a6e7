import type { AddressOutcome } from '@interline/ports';
import { accepted, refused, refusedSecret } from './outcome.ts';

/**
 * 0x and 64 hex digits, in lower case inside. Short forms such as 0x2 stand for objects of the
 * system and are what is left of a cut address, so they are not filled up.
 */
export function readSuiAddress(text: string): AddressOutcome {
  if (/^suiprivkey/i.test(text)) return refusedSecret('a private key', 'the address 0x...');
  return /^0x[0-9a-fA-F]{64}$/.test(text)
    ? accepted(text.toLowerCase())
    : refused('must be a Sui address: 0x and 64 hex digits, none left out; copy it anew');
}
