import { RelayError } from '@interline/kernel';
import type { IncomingMessage } from 'node:http';

export const standardBodyCapBytes = 65_536;

/**
 * The raw bytes of a body, JSON unless another type is wanted. A declared length above the cap is
 * refused before a byte is read, a streamed one as soon as it passes the cap; what was read until
 * then is dropped. Refuses other content types and encodings.
 */
export async function readBody(
  request: IncomingMessage,
  capBytes: number,
  binaryType?: string,
): Promise<Buffer> {
  checkHeaders(request, capBytes, binaryType);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > capBytes) settle(() => reject(tooLarge(capBytes)));
      else chunks.push(chunk);
    };
    const end = (): void =>
      settle(() =>
        resolve(
          chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes),
        ),
      );
    const fail = (): void =>
      settle(() =>
        reject(new RelayError('BAD_REQUEST', {}, 'the connection ended before the body did')),
      );
    const settle = (finish: () => void): void => {
      request.off('data', take).off('end', end).off('close', fail);
      finish();
    };
    // A listener for 'error' stays: a reset connection must not become an uncaught exception.
    request.on('data', take).on('end', end).on('close', fail).on('error', fail);
  });
}

function checkHeaders(
  { headers }: IncomingMessage,
  capBytes: number,
  binaryType: string | undefined,
): void {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = headers;
  if (binaryType !== undefined && type?.toLowerCase() !== binaryType)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'content-type' },
      `content-type must be ${binaryType}`,
    );
  if (
    binaryType === undefined &&
    type !== undefined &&
    !/^application\/(a2a\+)?json[ \t]*(;|$)/i.test(type)
  ) {
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'content-type' },
      'content-type must be application/json, or left out',
    );
  }
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'content-encoding' },
      'content-encoding must be left out: bodies are sent as they are',
    );
  }
  if (length !== undefined && Number(length) > capBytes) throw tooLarge(capBytes);
}

function tooLarge(capBytes: number): RelayError {
  return new RelayError(
    'BODY_TOO_LARGE',
    { capBytes },
    `the request body is above ${capBytes} bytes`,
  );
}

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
  // Attached before the response ends: Node itself drops a body that has no reader.
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > droppedAtMostBytes) request.destroy();
  });
}
