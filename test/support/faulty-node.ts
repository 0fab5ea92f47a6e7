import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { request } from 'undici';

/**
 * What a node does to one HTTP request: pass it on, or pass it on (or not) and answer something
 * else.
 */
export type NodeFault =
  | 'none'
  | 'refuse'
  | 'accept-then-error'
  | 'accept-then-hang'
  | 'accept-then-garbage'
  | 'accept-then-reset'
  | TellingFault;

/**
 * Says back all it was sent, and under which URL: `refuse-telling` as a page with status 503,
 * `page-telling` with status 200, `errors-telling` as JSON-RPC errors.
 */
export type TellingFault = 'refuse-telling' | 'page-telling' | 'errors-telling';

export interface FaultyNode {
  readonly url: string;
  /** How many requests were met with a fault. */
  readonly faults: number;
  stop(): Promise<void>;
}

/** A JSON-RPC proxy before a real node that misbehaves as the test says, request by request. */
export async function faultyNode(
  target: string,
  faultOf: (methods: readonly string[], body: string) => NodeFault,
): Promise<FaultyNode> {
  let faults = 0;
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const fault = faultOf(methodsIn(body), body);
    if (fault !== 'none') faults += 1;
    if (fault === 'refuse') return void outgoing.writeHead(503).end('no');
    if (fault === 'refuse-telling' || fault === 'page-telling') {
      return void outgoing
        .writeHead(fault === 'page-telling' ? 200 : 503, { 'content-type': 'text/html' })
        .end(`<html>no ${told(incoming)} ${body}</html>`);
    }
    if (fault === 'errors-telling')
      return void outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(errorsTo(body, told(incoming)));
    const answer = await request(target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await answer.body.text();
    switch (fault) {
      case 'none':
        return void outgoing
          .writeHead(answer.statusCode, { 'content-type': 'application/json' })
          .end(text);
      case 'accept-then-error':
        return void outgoing.writeHead(500).end('internal error');
      case 'accept-then-garbage':
        return void outgoing
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html>{"result":"0x');
      case 'accept-then-reset':
        return void outgoing.destroy();
      case 'accept-then-hang':
        return;
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get faults() {
      return faults;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function methodsIn(body: string): readonly string[] {
  const parsed: unknown = JSON.parse(body);
  return (Array.isArray(parsed) ? parsed : [parsed]).map((call: { method?: unknown }) =>
    String(call.method),
  );
}

/** All that a proxy in front of a real node knows of its caller. */
function told({ url, headers }: IncomingMessage): string {
  const credentials = Buffer.from(
    (headers.authorization ?? '').replace(/^Basic /, ''),
    'base64',
  ).toString();
  return `http://${credentials}@${headers.host ?? ''}${url ?? ''}`;
}

function errorsTo(body: string, where: string): string {
  const errorTo = ({ id, params }: { id?: unknown; params?: unknown }) => ({
    jsonrpc: '2.0',
    id,
    error: {
      code: -32_000,
      message: `rejected at ${where}: ${JSON.stringify(params)}`,
      data: JSON.stringify(params),
    },
  });
  const parsed = JSON.parse(body) as { id?: unknown } | { id?: unknown }[]; // CAST: JSON-RPC 2.0's own shape.
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(errorTo) : errorTo(parsed));
}
