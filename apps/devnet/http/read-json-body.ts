import type { IncomingMessage } from 'node:http';
import { RequestRefused } from './request-refused.ts';

const largestBodyBytes = 64 * 1024;

/** The parsed body; refuses one above 64 KiB without keeping it, and one that is not JSON. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestBodyBytes)
      throw new RequestRefused(413, `the body is larger than ${largestBodyBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new RequestRefused(400, 'the body is not JSON', { cause: error });
  }
}
