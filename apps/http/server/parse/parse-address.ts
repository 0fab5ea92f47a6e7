import {
  chainFamily,
  chainFromWire,
  type ChainRef,
  chainRef,
  evmAddress,
  type EvmAddress,
  isEvmAddressShape,
  RelayError,
  type TokenList,
  type WireChain,
} from '@interline/kernel';
import { checksummed } from '../present/present-address.ts';
import { badField, shown } from './parse-shape.ts';

/**
 * An account on a chain, as the client wrote it; EVM addresses in lower case. Other families are
 * judged by their rails.
 */
export function parseAddress(chain: ChainRef, text: string, field: string): string {
  if (chainFamily(chain) === 'eip155') return parseEvmAddress(text, field);
  if (/^[\x21-\x7e]{4,128}$/.test(text)) return text;
  throw badField(field, `${field} must be an address on ${chain}; got ${shown(text)}`);
}

/** Mixed case is a checksum (EIP-55), and a wrong one means a mistyped address. */
export function parseEvmAddress(text: string, field: string): EvmAddress {
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

/**
 * A chain as clients write it. An unknown name is an unroutable lane, not a malformed request.
 */
export function parseChain(value: WireChain, field: string): ChainRef {
  const chain = chainFromWire(value) ?? pluginChain(String(value));
  if (chain === null)
    throw new RelayError(
      'UNROUTABLE_LANE',
      { field },
      `${field} ${shown(value)} is not a chain this service knows; GET /api/route/chains lists them`,
    );
  return chain;
}

/**
 * The same, of a chain that the deployment lists tokens on. Of any other it is the chain that is at
 * fault, whatever token is named.
 */
export function parseServedChain(value: WireChain, field: string, tokens: TokenList): ChainRef {
  const chain = parseChain(value, field);
  if (tokens.on(chain).length === 0)
    throw new RelayError(
      'UNROUTABLE_LANE',
      { field },
      `${field} ${shown(value)} is not a chain this deployment serves`,
    );
  return chain;
}

/**
 * A chain that a plugin brought goes by its CAIP-2 name on the wire; EVM chains have only their
 * ids.
 */
function pluginChain(name: string): ChainRef | null {
  if (!/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(name)) return null;
  const chain = chainRef(name);
  return chainFamily(chain) === 'eip155' ? null : chain;
}
