import { createServer, type Server } from 'node:net';
import { once } from 'node:events';

/**
 * Loopback ports nobody listens on now, all different because all are held at once while probing.
 * They are free to anyone again on return, so whoever binds one must be ready to lose the race.
 */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, probe));
  const ports = probes.map(portOf);
  await Promise.all(probes.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

async function probe(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a probe for a free port has no port');
  return address.port;
}
