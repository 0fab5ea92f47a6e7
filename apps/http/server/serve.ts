import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type Koa from 'koa';
import { type IsProxy, networkOf, trustedProxies } from './limits/client-address.ts';
import { PlacesOfClients } from './limits/places-of-clients.ts';
import { serveInTurn } from './serve-in-turn.ts';

export interface ListenSetting {
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Proxies of ours: what comes through one comes from many clients. Addresses and CIDR ranges. */
  readonly trustedProxies?: readonly string[];
  /** Where tests are impatient, or few. */
  readonly stuckMs?: number;
  readonly mostConnections?: number;
  readonly mostOfOneClient?: number;
  readonly mostRequests?: number;
}

export interface Serving {
  readonly url: string;
  /** From now on each answer closes its connection, so that clients open the next one elsewhere. */
  retire(): void;
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
 * Each is a file to the system; store, nodes and upstreams need some too. Beyond this number the
 * service closes a client's connection without reading.
 */
const mostConnectionsAtOnce = 5_000;
/** So that it takes ten clients to hold them all. A busy office behind one address has fewer. */
const mostConnectionsOfOneClient = 500;
/**
 * A connection is closed after this many answers. A client that waits for its answers opens another
 * and notices nothing.
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
    mostOfOneClient = mostConnectionsOfOneClient,
    mostRequests = mostRequestsOfConnection,
  } = setting;
  const handle = app.callback();
  const server = createServer(timeouts);
  let isRetired = false;
  serveInTurn(
    server,
    (request, response) => {
      void handle(request, response);
    },
    (answers) => isRetired || answers >= mostRequests,
  );
  server.timeout = stuckMs;
  server.maxConnections = mostConnections;
  limitEachClient(server, mostOfOneClient, trustedProxies(setting.trustedProxies ?? []));
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`cannot listen on ${host}:${port}: ${reasonOf(error)}`, { cause: error });
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    retire() {
      isRetired = true;
    },
    async close(graceMs) {
      isRetired = true;
      await close(server, graceMs);
    },
  };
}

/** Closes, without reading, the connection of a client that has as many as it may have. */
function limitEachClient(server: Server, most: number, isProxy: IsProxy): void {
  const places = new PlacesOfClients(most);
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const client = networkOf(address);
    if (places.enter(client)) socket.once('close', () => places.leave(client));
    else socket.destroy();
  });
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
