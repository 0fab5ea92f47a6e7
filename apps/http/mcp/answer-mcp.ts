import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { interfaceVersion } from '../server/documents/guide.ts';
import type { EndpointInput } from '../server/endpoint.ts';
import { callTool, type CallerInput, type ToolReply } from '../tools/call-tool.ts';
import { knownTools } from '../tools/tools-of.ts';
import { headerMismatch } from './header-mismatch.ts';
import type { McpRequest } from './schemas.ts';

type AskedInput = CallerInput & Pick<EndpointInput, 'endpoints'>;

interface McpReply {
  readonly status: number;
  readonly answer: { readonly [member: string]: unknown; readonly jsonrpc: '2.0' };
}

const statelessRevision = '2026-07-28';

/** The table changes only with a release, so any client may cache the lists. */
const listsKept = { ttlMs: 300_000, cacheScope: 'public' } as const;

const instructions = `Interline moves tokens between chains from one signature; the payer needs no gas. To move money: "prepare" answers typed data (signRequest.eip712, and signRequest.allowance.eip712 where it is there) and an execute body; have the payer's wallet sign the typed data as it is; call "execute" with that body and the signatures, as it says; then "status" until DONE or FAILED, and "receipt". Amounts are strings of digits in a token's smallest units. No tool takes a key: never put one into an argument. A refusal has errorCode, retryable and suggestedAction.`;

/**
 * Answers one message without keeping state: requests of 2026-07-28 are self-contained, and those of
 * earlier revisions are served without a session. Every answer is one JSON object.
 */
export async function answerMcp(message: McpRequest, input: AskedInput): Promise<McpReply> {
  const mismatch = headerMismatch(input.headers, message);
  if (mismatch !== null) return { status: 400, answer: mismatch };
  // A stream of changes to the lists, which change only with a release.
  if (message.method === 'subscriptions/listen') return unknownMethod(message);
  const request = webRequest(input);
  askedBy.set(request, input);
  if (!(await isLegacyRequest(request, message)))
    return replyOf(await handlerOf(input).fetch(request, { parsedBody: message }));
  return (
    unknownRevision(input, message) ?? replyOf(await answerWithoutSession(request, message, input))
  );
}

/**
 * Refuses a revision that is not served and names all that are: the library's own refusal leaves out
 * 2026-07-28. Null for one that is served, or none, and for `initialize`, which negotiates it.
 */
function unknownRevision({ headers }: AskedInput, { id, method }: McpRequest): McpReply | null {
  const requested = headers['mcp-protocol-version'];
  if (typeof requested !== 'string' || method === 'initialize') return null;
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(requested)) return null;
  const supported = [statelessRevision, ...SUPPORTED_PROTOCOL_VERSIONS];
  const error = {
    code: ProtocolErrorCode.UnsupportedProtocolVersion,
    message: `MCP ${requested.slice(0, 20)} is not served; served are ${supported.join(', ')}`,
    data: { supported, requested: requested.slice(0, 20) },
  };
  return { status: 400, answer: { jsonrpc: '2.0', id: id ?? null, error } };
}

function unknownMethod({ id, method }: McpRequest): McpReply {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: `there is no ${method} here` };
  return { status: 404, answer: { jsonrpc: '2.0', id: id ?? null, error } };
}

/** The input behind each request: the library hands its server only the request. */
const askedBy = new WeakMap<Request, AskedInput>();

/** The request as the library needs it: the headers of its revision, and nothing about its sender. */
function webRequest({ headers, signal }: AskedInput): Request {
  const ofMcp = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].flatMap(
    (name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    },
  );
  return new Request('http://mcp.invalid/', {
    method: 'POST',
    signal,
    headers: [
      ...ofMcp,
      // A client of 2025 must take both and is refused where it does not say so; we answer JSON.
      ['accept', 'application/json, text/event-stream'],
      ['content-type', 'application/json'],
    ],
  });
}

/** One for each app. It serves 2026-07-28 alone. */
const handlers = new WeakMap<AskedInput['deps'], McpHttpHandler>();

function handlerOf({ deps }: AskedInput): McpHttpHandler {
  const known = handlers.get(deps);
  if (known !== undefined) return known;
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const input = requestInfo === undefined ? undefined : askedBy.get(requestInfo);
      if (input === undefined) throw new Error('an MCP request without a known sender');
      return serverFor(input);
    },
    {
      legacy: 'reject',
      onerror: (error) => deps.log.debug('mcp-refused', { fault: error.name }),
    },
  );
  handlers.set(deps, handler);
  return handler;
}

async function answerWithoutSession(
  request: Request,
  message: McpRequest,
  input: AskedInput,
): Promise<Response> {
  const server = serverFor(input);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

async function replyOf(response: Response): Promise<McpReply> {
  const text = await response.text();
  // CAST: the library answers JSON-RPC or, to notifications, nothing.
  const answer = (text === '' ? '' : JSON.parse(text)) as McpReply['answer'];
  return { status: response.status, answer };
}

function serverFor(input: AskedInput): McpServer {
  const tools = knownTools(input.endpoints);
  const mcp = new McpServer(
    { name: 'interline', version: interfaceVersion },
    { instructions, cacheHints: { 'tools/list': listsKept, 'server/discover': listsKept } },
  );
  // Not by the library's `registerTool`: it would refuse arguments in other words than the row does.
  mcp.server.registerCapabilities({ tools: {} });
  mcp.server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }));
  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ listed }) => listed.name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    const call = { arguments: params.arguments ?? {}, meta: { ...params._meta } };
    return presentReply(await callTool(tool, { ...call, metaName: '_meta' }, input), params.name);
  });
  return mcp;
}

/** What a tool answers, as every revision of MCP has it. */
interface ToolAnswer {
  readonly [member: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta?: Record<string, unknown>;
}

function presentReply({ status, text, body, isRepeat, sale }: ToolReply, name: string): ToolAnswer {
  const meta = {
    ...(isRepeat ? { 'svc/idempotent-replayed': true } : {}),
    ...(sale.response === null ? {} : { 'x402/payment-response': sale.response }),
  };
  const shown = sale.required === null ? body : demanded(body, sale.required, name);
  return {
    content: [{ type: 'text', text: shown === body ? text : JSON.stringify(shown) }],
    structuredContent: shown,
    ...(status < 400 ? {} : { isError: true }),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}

/**
 * The catalogue's refusal together with x402's fields. Both have a member `error` for the reason.
 */
function demanded(
  body: ToolReply['body'],
  required: Readonly<Record<string, unknown>>,
  name: string,
): Record<string, unknown> {
  const description = 'one call beyond the limit';
  return { ...body, ...required, resource: { url: `mcp://tool/${name}`, description } };
}
