import type { IncomingMessage } from 'node:http';

/**
 * A sealed request of 16,384 bytes with the longest key around it, plus margin for other suites.
 */
export const mostBytes = 24_576;

/**
 * Reads bodies, with a limit on how many are read at once. At the limit, the body that has been
 * coming for longest is dropped, because honest ones arrive within moments. Null if one is too
 * long; its rest is not read. Throws if its sender leaves, or it is dropped.
 */
export function bodyReader(
  mostAtOnce: number,
): (request: IncomingMessage) => Promise<Buffer | null> {
  // In order of arrival, oldest first.
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
