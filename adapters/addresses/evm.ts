import { evmAddress, isEvmAddressShape } from '@interline/kernel';
import type { AddressOutcome } from '@interline/ports';
import { isSpeltRight } from './is-spelt-right.ts';
import { accepted, refused } from './outcome.ts';

/** Mixed case is a checksum (EIP-55), and a wrong one means a mistyped address. Lower case inside. */
export function readEvmAddress(text: string): AddressOutcome {
  if (!isEvmAddressShape(text)) return refused(`must be 0x and 40 hex digits; got ${shown(text)}`);
  return isSpeltRight(text)
    ? accepted(evmAddress(text))
    : refused('fails its checksum (EIP-55); correct it, or send it in lower case');
}

/** Short text only: a private key of the family has 64 digits. */
function shown(text: string): string {
  return text.length > 40 ? `a string of ${text.length} characters` : JSON.stringify(text);
}
