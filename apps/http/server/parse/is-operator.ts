import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the request carries the configured credential. Digests have one length, so the comparison
 * takes one time.
 */
export function isOperator(headers: IncomingHttpHeaders, operatorToken: string | null): boolean {
  if (operatorToken === null) return false;
  const presented = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return presented !== undefined && timingSafeEqual(digest(presented), digest(operatorToken));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
