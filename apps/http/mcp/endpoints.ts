import { defineEndpoint, type OtherAnswer } from '../server/endpoint.ts';
import type { RequestLimit } from '../server/limits/request-limit.ts';
import { answerMcp } from './answer-mcp.ts';
import { mcpAnswer, mcpRequest } from './schemas.ts';

/**
 * Generous, because each call of a tool also counts in its row's own limit. Keys and passes have no
 * effect here: they count for the row.
 */
const limit: RequestLimit = {
  name: 'mcp',
  requests: 600,
  perMs: 60_000,
  isFixed: true,
  isKeyless: true,
};

const mismatch = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32_020, message: 'the body names method tools/call but ...' },
};

const otherAnswers: readonly OtherAnswer[] = [
  { status: 202, description: 'A notification was taken.' },
  {
    status: 400,
    description:
      'An error of JSON-RPC: `HeaderMismatch` (-32020) where `MCP-Protocol-Version`, `Mcp-Method` or `Mcp-Name` say another thing than the body, or what else MCP answers by 400.',
    shape: 'McpError',
    example: mismatch,
  },
  {
    status: 404,
    description: 'An error of JSON-RPC: the method is unknown (-32601).',
    shape: 'McpError',
    example: { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found' } },
  },
];

export const mcpEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/mcp',
  summary:
    'The Model Context Protocol, 2026-07-28 and 2025-11-25, without sessions: tools that quote, prepare, take signatures, and follow a route.',
  limit,
  request: { body: mcpRequest },
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  response: mcpAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE'],
  changes: 'tool',
  isKeptToOrigins: true,
  otherAnswers,
  async handle({ body, setStatus, ...input }) {
    const { status, answer } = await answerMcp(body, input);
    setStatus(status);
    return answer;
  },
});
