import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { batches, type Batches } from './batches.ts';
import { forwarder, type GatewayAnswer } from './forward.ts';

interface RelayOptions {
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** The gateway's URL; null while it is not known, when requests are refused. */
  readonly gateway: () => string | null;
  /** How long requests gather before they go on together, and answers before they go back. */
  readonly batchMs: number;
  /** Most requests that one address may have here at once; 32 where it is left out. */
  readonly mostOfOneSender?: number;
  /** Most requests of all; 2,048 where it is left out. */
  readonly mostAtOnce?: number;
}

export interface Relay {
  readonly url: string;
  /** Takes requests, and forwards none until it goes on. */
  readonly pause: (isPaused: boolean) => void;
  close(): Promise<void>;
}

/** A sealed request of 16,384 bytes with the longest key around it, and room for other suites. */
const mostBytes = 24_576;
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
};
const mostConnections = 5_000;
const requestType = 'message/ohttp-req';

const open = {
  'access-control-allow-origin': '*',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * A relay of Oblivious HTTP: collects requests and forwards them at each tick, in a random order; so
 * with the answers. Forwards only a request's bytes and their type. Logs and stores nothing.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const queue = batches(options.batchMs);
  const gateway = forwarder();
  const senders = new Senders(options.mostOfOneSender ?? 32, options.mostAtOnce ?? 2_048);

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers['content-type']?.toLowerCase() !== requestType) {
      refuse(response, 415, `wanted content-type: ${requestType}`);
      return;
    }
    const url = options.gateway();
    if (url === null) {
      refuse(response, 503, 'the gateway is not known yet');
      return;
    }
    const sender = request.socket.remoteAddress ?? '';
    const obstacle = senders.enter(sender);
    if (obstacle !== null) {
      refuse(response, obstacle, 'too many requests are here at once');
      return;
    }
    response.once('close', () => senders.leave(sender));
    const body = await read(request);
    if (body === null) refuse(response, 413, `a request has at most ${mostBytes} bytes`);
    else
      queue.forward(() => {
        void gateway
          .forward(url, body)
          .then((answer) => queue.answer(() => pass(response, answer)));
      });
  }

  const server = createServer(timeouts, (request, response) => {
    switch (request.method ?? '') {
      case 'POST':
        take(request, response).catch(() => response.destroy());
        return;
      case 'GET':
        tell(response, queue, options.batchMs);
        return;
      case 'OPTIONS':
        response.writeHead(204, {
          ...open,
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '86400',
        });
        response.end();
        return;
      default:
        refuse(response, 405, 'wanted POST');
    }
  });
  server.maxConnections = mostConnections;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${portOf(server)}/`,
    pause: queue.pause,
    async close() {
      queue.stop();
      gateway.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What anyone may know: that it works, how it mixes, and for how many at once. */
function tell(response: ServerResponse, queue: Batches, batchMs: number): void {
  response.writeHead(200, { ...open, 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      service: 'interline-relay',
      protocol: 'RFC 9458',
      batchMs,
      medianOccupancy: queue.medianOccupancy(),
      isPaused: queue.isPaused,
    }),
  );
}

function pass(response: ServerResponse, answer: GatewayAnswer | null): void {
  if (answer === null) {
    refuse(response, 502, 'the gateway did not answer');
    return;
  }
  response.writeHead(answer.status, {
    ...open,
    'content-type': answer.type,
    'content-length': answer.body.length,
  });
  response.end(answer.body);
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { ...open, 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error }));
}

/** Null where it is too long; its rest is left unread, for the connection ends. */
async function read(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = chunk as Buffer; // CAST: no encoding is set.
    bytes += part.length;
    if (bytes > mostBytes) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has no port');
  return address.port;
}

/** How many requests each address has here, for as long as it has any. */
class Senders {
  readonly #here = new Map<string, number>();
  readonly #mostOfOne: number;
  readonly #mostAtOnce: number;
  #all = 0;

  constructor(mostOfOne: number, mostAtOnce: number) {
    this.#mostOfOne = mostOfOne;
    this.#mostAtOnce = mostAtOnce;
  }

  /** The status to refuse with; null where there is room. */
  enter(sender: string): 429 | 503 | null {
    const own = this.#here.get(sender) ?? 0;
    if (own >= this.#mostOfOne) return 429;
    if (this.#all >= this.#mostAtOnce) return 503;
    this.#here.set(sender, own + 1);
    this.#all += 1;
    return null;
  }

  leave(sender: string): void {
    const own = this.#here.get(sender) ?? 0;
    if (own <= 1) this.#here.delete(sender);
    else this.#here.set(sender, own - 1);
    this.#all -= 1;
  }
}
