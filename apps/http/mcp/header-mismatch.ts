import type { IncomingHttpHeaders } from 'node:http';
import type { McpRequest } from './schemas.ts';

/** By MCP 2026-07-28. */
const headerMismatchCode = -32_020;

interface McpErrorWire {
  readonly [member: string]: unknown;
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Proxies may route, count and allow requests by `Mcp-Method` and `Mcp-Name`, so a body that
 * disagrees with them is refused under any revision; null where nothing disagrees. The library
 * checks that requests of 2026-07-28 have the headers.
 */
export function headerMismatch(
  headers: IncomingHttpHeaders,
  { id, method, params }: McpRequest,
): McpErrorWire | null {
  const named = params?.['name'] ?? params?.['uri'];
  const wrong =
    disagreement('mcp-method', headers, method) ?? disagreement('mcp-name', headers, named);
  return wrong === null
    ? null
    : { jsonrpc: '2.0', id: id ?? null, error: { code: headerMismatchCode, message: wrong } };
}

function disagreement(name: string, headers: IncomingHttpHeaders, inBody: unknown): string | null {
  const header = headers[name];
  if (typeof header !== 'string' || decoded(header.trim()) === inBody) return null;
  return `the header ${name} and the body say different things`;
}

/** What is not plain ASCII comes as `=?base64?...?=`. */
function decoded(header: string): string {
  const wrapped = /^=\?base64\?(.*)\?=$/i.exec(header)?.[1];
  return wrapped === undefined ? header : Buffer.from(wrapped, 'base64').toString('utf8');
}
