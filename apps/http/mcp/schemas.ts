import * as z from 'zod';

const wantedMethod = 'a method of MCP, such as "tools/list"';
const wantedParams = 'an object';
const wantedId = 'a text or a whole number';

const id = z.union([z.string().max(256), z.int()], { error: wantedId });

/** One message; batches ended with 2025-06-18. What a method takes is MCP's own to say. */
export const mcpRequest = z
  .looseObject({
    jsonrpc: z.literal('2.0', { error: '"2.0"' }),
    id: id.optional().meta({ description: 'left out in a notification, which is answered by 202' }),
    method: z
      .string({ error: wantedMethod })
      .min(1, { error: wantedMethod })
      .max(128, { error: wantedMethod }),
    params: z.looseObject({}, { error: wantedParams }).optional(),
  })
  .meta({ id: 'McpRequest' });

export type McpRequest = z.output<typeof mcpRequest>;

const jsonrpc = z.literal('2.0');

export const mcpError = z
  .looseObject({
    jsonrpc,
    id: id.nullable().optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }),
  })
  .meta({ id: 'McpError' });

/** What a method answers is MCP's own to say; an error of JSON-RPC comes with status 200 too. */
export const mcpAnswer = z
  .looseObject({
    jsonrpc,
    id: id.nullable().optional(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
  })
  .meta({
    id: 'McpAnswer',
    examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }],
  });
