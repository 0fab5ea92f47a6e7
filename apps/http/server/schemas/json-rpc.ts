import * as z from 'zod';

const wantedParams = 'an object';
const wantedId = 'a text or a whole number';

export const jsonRpcId = z.union([z.string().max(256), z.int()], { error: wantedId });

/** One message of JSON-RPC; what a method takes is its protocol's own to say. */
export function jsonRpcRequest({ method, withoutId }: { method: string; withoutId: string }) {
  const wanted = { error: method };
  return z.looseObject({
    jsonrpc: z.literal('2.0', { error: '"2.0"' }),
    id: jsonRpcId.optional().meta({ description: withoutId }),
    method: z.string(wanted).min(1, wanted).max(128, wanted),
    params: z.looseObject({}, { error: wantedParams }).optional(),
  });
}

/** What a method answers is its protocol's own to say; an error comes with status 200 too. */
export const jsonRpcAnswer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: jsonRpcId.nullable().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
});
