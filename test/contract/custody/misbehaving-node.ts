import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface AskedCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export type Answer =
  'silence' | 'reset' | { readonly status?: number; readonly type?: string; readonly body: string };

/** `forward` asks the real node and gives its replies; what is returned goes to the caller. */
export type Behaviour = (
  calls: readonly AskedCall[],
  forward: () => Promise<Reply[]>,
) => Promise<Answer>;

export interface MisbehavingNode {
  /** Holds a credential and a token, as hosted nodes' URLs do. */
  readonly url: string;
  /** HTTP requests so far, the calls of each. */
  readonly requests: readonly (readonly AskedCall[])[];
  readonly headers: readonly IncomingMessage['headers'][];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** A proxy in front of a real node; honest until told otherwise. */
export async function misbehavingNode(target: string): Promise<MisbehavingNode> {
  let behaviour: Behaviour = honest;
  const requests: (readonly AskedCall[])[] = [];
  const headers: IncomingMessage['headers'][] = [];

  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString(); // CAST: an HTTP body's chunks.
    // CAST: written by the adapter under test.
    const calls = [JSON.parse(body) as AskedCall | AskedCall[]].flat();
    requests.push(calls);
    headers.push(request.headers);
    const answer = await behaviour(calls, () => forwarded(target, calls));
    if (answer === 'silence') return;
    if (answer === 'reset') return void response.socket?.destroy();
    response
      .writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' })
      .end(answer.body);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number }; // CAST: a TCP server's address.
  return {
    url: `http://operator:canary-password@127.0.0.1:${port}/v2/canary-token?key=canary-query`,
    requests,
    headers,
    behave(next) {
      behaviour = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export const honest: Behaviour = async (calls, forward) => written(calls, await forward());

/** The replies as a node writes them: a lone call is answered alone. */
export function written(calls: readonly AskedCall[], replies: readonly Reply[]): Answer {
  return { body: JSON.stringify(calls.length === 1 ? replies[0] : replies) };
}

/** Honest but for one method, whose replies are changed. */
export function changing(
  method: string,
  change: (reply: Reply, call: AskedCall) => Reply,
): Behaviour {
  return async (calls, forward) => {
    const replies = await forward();
    return written(
      calls,
      replies.map((reply, index) => {
        const call = calls[index];
        return call?.method === method ? change(reply, call) : reply;
      }),
    );
  };
}

async function forwarded(target: string, calls: readonly AskedCall[]): Promise<Reply[]> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  });
  return (await response.json()) as Reply[]; // CAST: anvil's own shape.
}
