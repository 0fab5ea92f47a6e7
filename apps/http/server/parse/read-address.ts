import {
  chainFamily,
  type ChainRef,
  evmAddress,
  type EvmAddress,
  isEvmAddressShape,
} from '@interline/kernel';
import { checksummed } from '../present/checksummed.ts';
import { badField } from './bad-field.ts';
import { shown } from './shown.ts';

/**
 * An account on a chain, as the client wrote it; EVM addresses in lower case. Other families are
 * judged by their rails.
 */
export function readAddress(chain: ChainRef, text: string, field: string): string {
  if (chainFamily(chain) === 'eip155') return readEvmAddress(text, field);
  if (/^[\x21-\x7e]{4,128}$/.test(text)) return text;
  throw badField(field, `${field} must be an address on ${chain}; got ${shown(text)}`);
}

/** Mixed case is a checksum (EIP-55), and a wrong one means a mistyped address. */
export function readEvmAddress(text: string, field: string): EvmAddress {
  if (!isEvmAddressShape(text))
    throw badField(field, `${field} must be 0x and 40 hex digits; got ${shown(text)}`);
  const address = evmAddress(text);
  const hex = text.slice(2);
  if (hex === hex.toLowerCase() || hex === hex.toUpperCase() || checksummed(address) === text)
    return address;
  throw badField(
    field,
    `${field} fails its checksum (EIP-55); correct it, or send it in lower case`,
  );
}
