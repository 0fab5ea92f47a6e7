import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

export type LoopbackServer = {
  url: string;
  serve(handler: RequestListener): void;
  close(): Promise<void>;
};

/**
 * Takes a port of 127.0.0.1 (0 for any free one) and answers 503 until `serve` provides the real
 * handler, so that a taken port is found before anything expensive starts. Throws with the port and
 * advice.
 */
export async function listenOnLoopback(port: number): Promise<LoopbackServer> {
  let handle: RequestListener = (_request, response) => {
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"error":"the devnet is still starting"}');
  };
  const server = createServer((request, response) => handle(request, response));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`the devnet cannot listen on 127.0.0.1:${port}: ${reasonOf(error)}`, {
      cause: error,
    });
  }

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    serve(later) {
      handle = later;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code; // CAST: listen fails with system errors only.
  return code === 'EADDRINUSE'
    ? 'the port is taken; stop what holds it or choose another with DEVNET_PORT'
    : String(error);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a listening server has no port');
  return address.port;
}
