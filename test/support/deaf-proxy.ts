import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A PostgreSQL behind a pooler in transaction mode: all is served, but no notification comes through. */
export interface DeafProxy {
  /** The server's URL, with the proxy's host and port. */
  readonly url: string;
  /** From now on notifications come through, on connections that are there as well. */
  open(): void;
  close(): Promise<void>;
}

export async function deafProxy(target: string): Promise<DeafProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isOpen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream])
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    sockets.add(client).add(upstream);
    client.pipe(upstream);
    let rest: Buffer = Buffer.alloc(0);
    upstream.on('data', (bytes: Buffer) => {
      const { messages, left } = messagesIn(Buffer.concat([rest, bytes]));
      rest = left;
      for (const message of messages)
        if (isOpen || message[0] !== notification) client.write(message);
    });
    upstream.on('end', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: url.href,
    open() {
      isOpen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** NotificationResponse in PostgreSQL's protocol. */
const notification = 'A'.charCodeAt(0);
/** A letter, and the length of what follows it, itself included. */
const headBytes = 5;

function messagesIn(bytes: Buffer): {
  readonly messages: readonly Buffer[];
  readonly left: Buffer;
} {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= headBytes) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return { messages, left: bytes.subarray(at) };
}
