import type { IncomingHttpHeaders } from 'node:http';
import { isRelayError } from '@interline/kernel';
import { parseJsonObject } from '../body/parse-json-object.ts';

/** A pass is base64 of about 600 bytes; what is much longer is none. */
const longestPass = 4_096;

/**
 * The pass of a request: from its header, else from its body, for over a relay no header comes
 * through.
 */
export async function readPass(
  headers: IncomingHttpHeaders,
  readBody: () => Promise<Buffer>,
): Promise<string | null> {
  const inHeader = headers['x-svc-pass'];
  const pass = inHeader ?? (await passOf(readBody));
  return typeof pass === 'string' && pass !== '' && pass.length <= longestPass ? pass : null;
}

/** A body that cannot be read holds no pass: what its sender hears of is the limit. */
async function passOf(readBody: () => Promise<Buffer>): Promise<unknown> {
  try {
    const bytes = await readBody();
    return bytes.includes('"pass"') ? parseJsonObject(bytes)['pass'] : null;
  } catch (error) {
    if (isRelayError(error)) return null;
    throw error;
  }
}
