import type { PrimitiveCaller } from '@interline/usecases';
import type { EndpointInput } from '../endpoint.ts';
import { clientPseudonym } from './client-pseudonym.ts';
import { isOperator } from './is-operator.ts';

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
