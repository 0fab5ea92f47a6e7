import { parseIdempotency } from '../transfer/execute/parse.ts';
import type { Endpoint, EndpointInput } from './endpoint.ts';
import { nameOfKey } from './parse/caller.ts';

/**
 * The row's answer as JSON text. Under an Idempotency-Key it is kept, and a repeat gets the first
 * one again.
 */
export async function answerKept(endpoint: Endpoint, input: EndpointInput): Promise<string> {
  const make = async (): Promise<string> => JSON.stringify(await endpoint.answer(input));
  const idempotency = parseIdempotency(input.headers, endpoint.path, input.rawBody);
  if (idempotency === null) return make();
  const { answer, isRepeat } = await input.deps.useCases.idempotency.answerOnce(
    { name: nameOfKey(input, endpoint.path, idempotency.key), bodyHash: idempotency.bodyHash },
    make,
  );
  if (isRepeat) input.markReplayed();
  return answer;
}
