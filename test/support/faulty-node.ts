import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { request } from 'undici';

/** What a node does to one HTTP request: pass it on, or pass it on (or not) and answer something else. */
export type NodeFault = 'none' | 'refuse' | 'accept-then-error' | 'accept-then-hang' | 'accept-then-garbage' | 'accept-then-reset';

export interface FaultyNode {
  readonly url: string;
  /** How many requests were met with a fault. */
  readonly faults: number;
  stop(): Promise<void>;
}

/** A JSON-RPC proxy before a real node that misbehaves as the test says, request by request. */
export async function faultyNode(target: string, faultOf: (methods: readonly string[]) => NodeFault): Promise<FaultyNode> {
  let faults = 0;
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const fault = faultOf(methodsIn(body));
    if (fault !== 'none') faults += 1;
    if (fault === 'refuse') return void outgoing.writeHead(503).end('no');
    const answer = await request(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const text = await answer.body.text();
    switch (fault) {
      case 'none': return void outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text);
      case 'accept-then-error': return void outgoing.writeHead(500).end('internal error');
      case 'accept-then-garbage': return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>{"result":"0x');
      case 'accept-then-reset': return void outgoing.destroy();
      case 'accept-then-hang': return;
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get faults() { return faults; },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function methodsIn(body: string): readonly string[] {
  const parsed: unknown = JSON.parse(body);
  return (Array.isArray(parsed) ? parsed : [parsed]).map((call: { method?: unknown }) => String(call.method));
}
