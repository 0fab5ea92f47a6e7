import { getAddress } from 'ethers/address';
import type { IncomingMessage } from 'node:http';

/** A request that the devnet understood and refuses; the message goes to the caller unchanged. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const largestBodyBytes = 64 * 1024;

/** The parsed body; refuses one above 64 KiB without keeping it, and one that is not JSON. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request, largestBodyBytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestRefused(400, 'the body is not JSON', { cause: error });
  }
}

/** The body unchanged; refuses one above that many bytes without storing it. */
export async function readText(request: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new RequestRefused(413, `the body is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The members of a JSON object without unknown ones; `what` names the object in the refusal. */
export function readFields(
  value: unknown,
  what: string,
  known: readonly string[],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestRefused(
      400,
      `${what} is ${shown(value)}; wanted an object with ${known.join(', ')}`,
    );
  }
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    throw new RequestRefused(
      400,
      `${what} has the unknown key "${stranger}"; wanted ${known.join(', ')}`,
    );
  }
  return { ...value };
}

/** A value as shown in a refusal: always short. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** An EVM address in its checksummed form; one in mixed case must carry the right checksum. */
export function readAddress(value: unknown, field: string): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
    throw new RequestRefused(400, `${field} is ${shown(value)}; wanted 0x and 40 hex digits`);
  }
  try {
    return getAddress(value);
  } catch (error) {
    throw new RequestRefused(
      400,
      `${field} ${value} fails its checksum; send it in lower case or corrected`,
      { cause: error },
    );
  }
}
