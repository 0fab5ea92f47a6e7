import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A TCP proxy that can fall silent like a machine without network: it closes nothing and forwards
 * nothing.
 */
export interface SilentProxy {
  /** The server's URL, with the proxy's host and port. */
  readonly url: string;
  /** Whether any client has ever connected. */
  readonly wasUsed: boolean;
  /** From now on no connection, old or new, forwards anything. */
  fallSilent(): void;
  /**
   * Falls silent when a client sends these words: before forwarding them, or after, so that only
   * the answer is lost.
   */
  fallSilentAt(words: string, comesThrough: boolean): Promise<void>;
  /** Forwards new connections again; those that fell silent stay silent. */
  recover(): void;
  /** The same, and closes those, as a machine does that was started anew. */
  startAnew(): void;
  /** Resolves when the last client has closed its connection. */
  deserted(): Promise<void>;
  close(): Promise<void>;
}

export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let onDeserted: () => void = () => undefined;
  let isSilent = false;
  let wasUsed = false;
  let trap: {
    readonly words: string;
    readonly comesThrough: boolean;
    readonly sprung: () => void;
  } | null = null;
  let generation = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const own = generation;
    wasUsed = true;
    clients.add(client);
    client.on('close', () => {
      clients.delete(client);
      if (clients.size === 0) onDeserted();
    });
    const isOpen = (): boolean => !isSilent && own === generation;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      const sprung = trap !== null && isOpen() && bytes.includes(trap.words) ? trap : null;
      if (isOpen() && sprung?.comesThrough !== false) upstream.write(bytes);
      if (sprung === null) return;
      trap = null;
      fallSilent();
      sprung.sprung();
    });
    upstream.on('data', (bytes) => {
      if (isOpen()) client.write(bytes);
    });
    client.on('end', () => {
      if (isOpen()) upstream.end();
    });
    upstream.on('end', () => {
      if (isOpen()) client.end();
    });
  });
  const fallSilent = (): void => {
    isSilent = true;
    generation += 1;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: url.href,
    get wasUsed() {
      return wasUsed;
    },
    fallSilent,
    fallSilentAt: (words, comesThrough) =>
      new Promise((resolve) => {
        trap = { words, comesThrough, sprung: resolve };
      }),
    recover: () => {
      isSilent = false;
    },
    startAnew: () => {
      for (const socket of sockets) socket.destroy();
      isSilent = false;
    },
    deserted: () =>
      clients.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            onDeserted = resolve;
          }),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
