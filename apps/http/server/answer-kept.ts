import { createHash } from 'node:crypto';
import { parseIdempotency } from '../transfer/execute/parse.ts';
import type { Endpoint, EndpointInput } from './endpoint.ts';
import { clientPseudonym, shownKey } from './parse/caller.ts';

/**
 * The row's answer as JSON text. Under an Idempotency-Key it is kept, and a repeat gets the first
 * one again.
 */
export async function answerKept(endpoint: Endpoint, input: EndpointInput): Promise<string> {
  const make = async (): Promise<string> => JSON.stringify(await endpoint.answer(input));
  const idempotency = parseIdempotency(input.headers, endpoint.path, input.rawBody);
  if (idempotency === null) return make();
  const { answer, isRepeat } = await input.deps.useCases.idempotency.answerOnce(
    { name: nameOf(endpoint, input, idempotency.key), bodyHash: idempotency.bodyHash },
    make,
  );
  if (isRepeat) input.markReplayed();
  return answer;
}

/**
 * Keys of two clients never meet: an answer may hold an id, and an id is all it takes to use what
 * it names.
 */
function nameOf(
  { path }: Endpoint,
  { headers, address, deps }: EndpointInput,
  key: string,
): string {
  const shown = shownKey(headers);
  // Names which of the two it is: what is shown for a key may be any text, and so the pseudonym of
  // an address.
  const client =
    shown === null ? ['from', clientPseudonym(address, deps.clientSalt)] : ['by key', shown];
  return createHash('sha256')
    .update(JSON.stringify([...client, path, key]))
    .digest('hex');
}
