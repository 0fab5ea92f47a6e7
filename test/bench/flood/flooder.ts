// A process that sends many requests at once on each of many connections. Not for import.
import { connect } from 'node:net';
import type { Flood } from './floods.ts';

const againAfterMs = 5;

process.once('message', (message) => {
  // CAST: only the bench writes to this channel.
  const { url, flood } = message as { readonly url: string; readonly flood: Flood };
  const { hostname, port } = new URL(url);
  const requests = Buffer.from(
    `GET ${flood.path} HTTP/1.1\r\nhost: here\r\n\r\n`.repeat(flood.requests),
  );
  const pour = (): void => {
    const socket = connect(Number(port), hostname, () => {
      if (flood.isRead) socket.resume();
      else socket.pause();
      socket.write(requests);
    });
    // The service closed it, so the client comes again.
    socket
      .on('error', () => undefined)
      .on('close', () => {
        setTimeout(pour, againAfterMs);
      });
  };
  for (let n = 0; n < flood.connections; n += 1) pour();
});
process.on('disconnect', () => process.exit());
