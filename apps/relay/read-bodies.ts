import type { IncomingMessage } from 'node:http';

/** A sealed request of 16,384 bytes with the longest key around it, and room for other suites. */
export const mostBytes = 24_576;

/**
 * Reads bodies, so many at a time: where one more comes, that which is coming for longest is given up,
 * for the honest come within moments. Null where one is too long; its rest is left unread. Throws where
 * its sender leaves, or it is given up.
 */
export function bodyReader(
  mostAtOnce: number,
): (request: IncomingMessage) => Promise<Buffer | null> {
  // The longest is first.
  const coming = new Set<IncomingMessage>();
  return async (request) => {
    const [longest] = coming;
    if (coming.size >= mostAtOnce && longest !== undefined) {
      coming.delete(longest);
      longest.destroy();
    }
    coming.add(request);
    try {
      return await read(request);
    } finally {
      coming.delete(request);
    }
  };
}

async function read(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = chunk as Buffer; // CAST: no encoding is set.
    bytes += part.length;
    if (bytes > mostBytes) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
