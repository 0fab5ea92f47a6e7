import * as z from 'zod';
import { jsonRpcAnswer, jsonRpcId, jsonRpcRequest } from '../server/schemas/json-rpc.ts';

/** One message; batches ended with 2025-06-18. */
export const mcpRequest = jsonRpcRequest({
  method: 'a method of MCP, such as "tools/list"',
  withoutId: 'left out in a notification, which is answered by 202',
}).meta({ id: 'McpRequest' });

export type McpRequest = z.output<typeof mcpRequest>;

export const mcpError = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: jsonRpcId.nullable().optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }),
  })
  .meta({ id: 'McpError' });

export const mcpAnswer = jsonRpcAnswer.meta({
  id: 'McpAnswer',
  examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }],
});
