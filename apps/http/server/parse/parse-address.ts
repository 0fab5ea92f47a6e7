import {
  chainFamily,
  chainFromWire,
  type ChainRef,
  chainRef,
  evmAddress,
  type EvmAddress,
  evmChain,
  RelayError,
  type TokenList,
  type WireChain,
} from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import { shown } from './parse-shape.ts';

/** An account on a chain, read by the rules of its family into the form used inside. */
export function parseAddress(
  addresses: AddressReader,
  chain: ChainRef,
  text: string,
  field: string,
): string {
  const outcome = addresses.read(chain, text);
  if (outcome.ok) return outcome.value.address;
  throw new RelayError(outcome.code, { field }, `${field} ${outcome.reason}`);
}

/** An account or contract as permits name it, alike on every EVM chain. */
export function parseEvmAddress(addresses: AddressReader, text: string, field: string): EvmAddress {
  return evmAddress(parseAddress(addresses, evmChain(1), text, field));
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
 * The same, for a chain on which the deployment lists tokens. On any other chain the chain is at
 * fault, whichever token the request names.
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
