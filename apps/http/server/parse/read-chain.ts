import {
  chainFamily,
  chainFromWire,
  type ChainRef,
  chainRef,
  RelayError,
  type TokenList,
  type WireChain,
} from '@interline/kernel';
import { shown } from './shown.ts';

/**
 * A chain as clients write it. A name nobody knows is an unroutable lane, not a malformed request.
 */
export function readChain(value: WireChain, field: string): ChainRef {
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
export function readServedChain(value: WireChain, field: string, tokens: TokenList): ChainRef {
  const chain = readChain(value, field);
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
