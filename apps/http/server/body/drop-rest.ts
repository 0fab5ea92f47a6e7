import type { IncomingMessage } from 'node:http';

/**
 * Enough for a client that had begun to send when it was refused to get the answer and keep its
 * connection.
 */
const droppedAtMostBytes = 262_144;

/**
 * What a request still sends when its answer is known is read and dropped up to a bound; then the
 * connection is cut, so that a body without end costs nothing.
 */
export function dropRest(request: IncomingMessage): void {
  if (request.complete) return;
  // Listened to before the answer ends: of a body that nobody reads Node itself drops all there is.
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > droppedAtMostBytes) request.destroy();
  });
}
