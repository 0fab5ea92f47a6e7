import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ElderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as ElderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolResult {
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
}

/** A foreign client, by what both of them can do. */
export interface McpClient {
  readonly revision: string | undefined;
  listTools(): Promise<
    readonly { readonly name: string; readonly annotations?: object | undefined }[]
  >;
  call(
    name: string,
    args: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<ToolResult>;
  close(): Promise<void>;
}

export type OpenClient = (url: string, headers?: Record<string, string>) => Promise<McpClient>;

const named = { name: 'a client of the tests', version: '1.0.0' };

/** Both, each at the revision that it prefers. */
export const foreignClients: readonly { readonly revision: string; readonly open: OpenClient }[] = [
  {
    revision: '2026-07-28',
    async open(url, headers = {}) {
      const client = new Client(named, {
        versionNegotiation: { mode: { pin: '2026-07-28' } },
      });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }),
      );
      return {
        revision: client.getNegotiatedProtocolVersion(),
        listTools: async () => (await client.listTools()).tools,
        call: async (name, args, _meta = {}) =>
          resultOf(await client.callTool({ name, arguments: args, _meta })),
        close: async () => client.close(),
      };
    },
  },
  {
    revision: '2025-11-25',
    async open(url, headers = {}) {
      const client = new ElderClient(named);
      const transport = new ElderTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } });
      await client.connect(transport);
      return {
        revision: transport.protocolVersion,
        listTools: async () => (await client.listTools()).tools,
        call: async (name, args, _meta = {}) =>
          resultOf(await client.callTool({ name, arguments: args, _meta })),
        close: async () => client.close(),
      };
    },
  },
];

function resultOf(result: object): ToolResult {
  // CAST: as MCP has it; that text and structure agree is the services's promise, checked here.
  const { isError, structuredContent, content, _meta } = result as {
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
    readonly content: readonly { readonly type: string; readonly text: string }[];
    readonly _meta?: Record<string, unknown>;
  };
  const body = structuredContent ?? {};
  const [{ text } = { text: '' }] = content;
  if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(body))
    throw new Error(`text and structure differ: ${text}`);
  return { isError: isError === true, body, meta: _meta ?? {} };
}
