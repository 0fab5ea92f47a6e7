import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { batches, type Batches } from './batches.ts';
import { forwarder, type GatewayAnswer } from './forward.ts';
import { MinuteShares } from './minute-shares.ts';
import { networkOf } from './network-of.ts';
import { bodyReader, mostBytes } from './read-bodies.ts';
import { Shares } from './shares.ts';

interface RelayOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** The gateway's URL; null while it is unknown, when requests are refused. */
  readonly gateway: () => string | null;
  /**
   * How long requests gather before they are forwarded together, and responses before they are
   * returned.
   */
  readonly batchMs: number;
  /**
   * Maximum requests that one sender, an IPv4 address or an IPv6 /56, may have here at once, from
   * their first byte until their response; 32 when left out.
   */
  readonly mostOfOneSender?: number;
  /**
   * The gateway's quota for this relay per whole minute, of which a sender may use a quarter of
   * what is left; 4,000 when left out, which is the quota of one address in a quiet lane.
   */
  readonly mostAMinute?: number;
  /**
   * Maximum requests of all senders that wait or are at the gateway, and maximum bodies being read;
   * 2,048 when left out, which is 50 MB of each.
   */
  readonly mostAtOnce?: number;
  /**
   * Takes the sender from the last `X-Forwarded-For`. Only our own proxy may be able to reach the
   * relay then.
   */
  readonly isBehindProxy?: boolean;
  /**
   * The clock for its hours, in milliseconds; when left out, the process's own time for hours and
   * its clock for minutes.
   */
  readonly now?: () => number;
}

export interface Relay {
  readonly url: string;
  /** Accepts requests but forwards none until it is resumed. */
  readonly pause: (isPaused: boolean) => void;
  close(): Promise<void>;
}

const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
};
const mostConnections = 5_000;
/** Connections of one sender per request that it may have here. */
const connectionsPerRequest = 2;
/** How long a sender has to take its response. */
const takenWithinMs = 15_000;
const requestType = 'message/ohttp-req';

const open = {
  'access-control-allow-origin': '*',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * An Oblivious HTTP relay: collects requests and forwards them at each tick in random order, and
 * responses likewise. Forwards only a request's bytes and their type. Logs and stores nothing.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  // A wall clock, because the gateway's minutes follow one.
  const { now = Date.now, mostAMinute = 4_000, mostOfOneSender = 32, mostAtOnce = 2_048 } = options;
  const { isBehindProxy = false } = options;
  const queue = batches(options.batchMs, options.now);
  const gateway = forwarder();
  const senders = new Shares(mostOfOneSender);
  const minute = new MinuteShares(mostAMinute, now);
  const connections = new Shares(mostOfOneSender * connectionsPerRequest);
  const read = bodyReader(mostAtOnce);
  let held = 0;

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
    const sender = senderOf(request, isBehindProxy);
    if (!senders.enter(sender)) {
      refuse(response, 429, 'too many requests of yours are here at once');
      return;
    }
    const left = whenLeft(request, response);
    try {
      const body = await read(request);
      if (body === null) refuse(response, 413, `a request has at most ${mostBytes} bytes`);
      else if (held >= mostAtOnce) refuse(response, 503, 'too many requests are here at once');
      else {
        const giveBack = minute.take(sender);
        if (giveBack === null)
          refuse(
            response,
            429,
            'you have taken your share of this relay; try again with the next minute',
          );
        else {
          held += 1;
          await mix({ sender, url, body, response, left, giveBack });
          held -= 1;
        }
      }
      const late = setTimeout(() => response.destroy(), takenWithinMs);
      await left;
      clearTimeout(late);
    } finally {
      senders.leave(sender);
    }
  }

  /**
   * Resolves when it is answered. If its sender leaves before the tick, it is dropped: the response
   * has no reader, and the gateway's limited quota is not used. From the tick on it counts until
   * its end, even if its sender left; otherwise a sender that leaves at each tick could exceed its
   * share.
   */
  function mix({ sender, url, body, response, left, giveBack }: Mixed): Promise<void> {
    return new Promise((resolve) => {
      const drop = queue.forward({
        sender,
        run: () => {
          void gateway
            .forward(url, body)
            .catch(() => null)
            .then((answer) =>
              queue.answer(() => {
                if (!response.destroyed) pass(response, answer);
                resolve();
              }),
            );
        },
      });
      void left.then(() => {
        if (!drop()) return;
        giveBack();
        resolve();
      });
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
  server.on('connection', (socket) => {
    if (isBehindProxy) return;
    const sender = networkOf(socket.remoteAddress ?? '');
    if (connections.enter(sender)) socket.once('close', () => connections.leave(sender));
    else socket.destroy();
  });
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

/** A request that waits for its tick. */
interface Mixed {
  readonly sender: string;
  readonly url: string;
  readonly body: Buffer;
  readonly response: ServerResponse;
  readonly left: Promise<void>;
  /** To its minute. */
  readonly giveBack: () => void;
}

/**
 * Resolves once it is answered, or its sender closed the connection: a pipelined request behind
 * another learns it there.
 */
function whenLeft({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const leave = (): void => {
      socket.off('close', leave);
      resolve();
    };
    socket.once('close', leave);
    response.once('close', leave);
  });
}

function senderOf({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string {
  const named = isBehindProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  const last = named.split(',').at(-1)?.trim() ?? '';
  return networkOf(last === '' ? (socket.remoteAddress ?? '') : last);
}

/** Public facts: that it works, how it mixes, and for how many at once. */
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
  try {
    response.writeHead(answer.status, {
      ...open,
      'content-type': answer.type,
      'content-length': answer.body.length,
    });
    response.end(answer.body);
  } catch {
    // A gateway's response must not end the relay for all senders.
    response.destroy();
  }
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { ...open, 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error }));
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has no port');
  return address.port;
}
