import type { PrimitiveCaller } from '@interline/core/primitives';
import type { EndpointInput } from '../server/endpoint.ts';
import { clientPseudonym } from '../server/parse/client-pseudonym.ts';
import { isOperator } from '../server/parse/is-operator.ts';

export function readPrimitiveCaller({
  headers,
  address,
  deps,
}: Pick<EndpointInput, 'headers' | 'address' | 'deps'>): PrimitiveCaller {
  return {
    client: clientPseudonym(address, deps.clientSalt),
    isOperator: isOperator(headers, deps.operatorToken),
  };
}
