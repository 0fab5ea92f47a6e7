import { asHex, asUnits, type ChainRef, evmChainId, RelayError } from '@interline/kernel';
import type { AccountCall, PayerAuthorization } from '@interline/ports';
import type { HttpDeps } from '../server/http-deps.ts';
import { parseEvmAddress, parseServedChain } from '../server/parse/parse-address.ts';
import type { AuthorizationWire, PrepareWire } from './schemas.ts';

type Deps = Pick<HttpDeps, 'addresses' | 'tokens'>;

/** A chain that can know EIP-7702. Throws `UNROUTABLE_LANE`, `CHAIN_NOT_7702`. */
export function parseSponsoringChain(value: PrepareWire['chainId'], { tokens }: Deps): ChainRef {
  const chain = parseServedChain(value, 'chainId', tokens);
  if (evmChainId(chain) === null) throw new RelayError('CHAIN_NOT_7702', { chain });
  return chain;
}

export function parseCalls(
  calls: PrepareWire['calls'],
  { addresses }: Deps,
): readonly AccountCall[] {
  return calls.map(({ to, value = '0', data = '0x' }, at) => ({
    to: parseEvmAddress(addresses, to, `calls[${at}].to`),
    value: asUnits(BigInt(value)),
    data: asHex(data.toLowerCase()),
  }));
}

export function parseAuthorization(
  authorization: AuthorizationWire | undefined,
  { addresses }: Deps,
): PayerAuthorization | null {
  if (authorization === undefined) return null;
  const { address, r, s, ...rest } = authorization;
  return {
    ...rest,
    address: parseEvmAddress(addresses, address, 'authorization.address'),
    r: asHex(r.toLowerCase()),
    s: asHex(s.toLowerCase()),
  };
}
