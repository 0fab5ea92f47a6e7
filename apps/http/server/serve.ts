import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type Koa from 'koa';
import { serveInTurn } from './serve-in-turn.ts';

export interface ListenSetting {
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Where tests are impatient, or few. */
  readonly stuckMs?: number;
  readonly mostConnections?: number;
  readonly mostRequests?: number;
}

export interface Serving {
  readonly url: string;
  /** Takes no new connection, lets running requests finish for that long, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

/** A client that sends slowly holds a connection for that long at most. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};
/**
 * A client that takes nothing of its answer holds one for that long. Event streams say something
 * more often, and no request thinks longer.
 */
const stuckAfterMs = 120_000;
/**
 * Each is a file to the system; store, nodes and upstreams need some too. Beyond them a client is
 * turned away unheard.
 */
const mostConnectionsAtOnce = 5_000;
/**
 * A connection is closed with the answer to so many: a client that waits for its answers opens
 * another and notices nothing.
 */
const mostRequestsOfConnection = 100;
const sweepIdleEveryMs = 25;

/** Listens on node:http. Throws, saying what to do, where the port is taken. */
export async function serve(app: Pick<Koa, 'callback'>, setting: ListenSetting): Promise<Serving> {
  const {
    port,
    host,
    stuckMs = stuckAfterMs,
    mostConnections = mostConnectionsAtOnce,
    mostRequests = mostRequestsOfConnection,
  } = setting;
  const handle = app.callback();
  const server = createServer(timeouts);
  serveInTurn(
    server,
    (request, response) => {
      void handle(request, response);
    },
    mostRequests,
  );
  server.timeout = stuckMs;
  server.maxConnections = mostConnections;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`cannot listen on ${host}:${port}: ${reasonOf(error)}`, { cause: error });
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    close: (graceMs) => close(server, graceMs),
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  // A kept-alive connection becomes idle only when its running request ends, so idle ones are swept
  // until none is left.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return 'the port is taken; stop what holds it or choose another';
  if (code === 'EACCES') return 'this user may not take the port; choose one above 1023';
  return code === 'EADDRNOTAVAIL'
    ? 'this machine has no such address; correct the host'
    : String(error);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has no port');
  return address.port;
}
