import { type Caller, parseIdempotency, parseSandbox } from '../../transfer/execute/parse.ts';
import type { EndpointInput } from '../endpoint.ts';
import { clientPseudonym } from './client-pseudonym.ts';
import { isOperator } from './is-operator.ts';

/**
 * Who asks, and how it is meant, from everything but the body's fields. `path` is the endpoint's
 * own.
 */
export function readCaller(
  {
    headers,
    address,
    rawBody,
    deps,
  }: Pick<EndpointInput, 'headers' | 'address' | 'rawBody' | 'deps'>,
  path: string,
): Caller {
  return {
    sandbox: parseSandbox(headers),
    isOperator: isOperator(headers, deps.operatorToken),
    client: clientPseudonym(address, deps.clientSalt),
    idempotency: parseIdempotency(headers, path, rawBody),
  };
}
