import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A person or program that may give operator's orders, by the credential it shows. */
export interface Operator {
  readonly name: string;
  readonly token: string;
}

/**
 * The name of the operator whose credential the request carries, or null. Digests have one length
 * and all of them are compared, so the answer takes one time for any caller.
 */
export function operatorOf(
  headers: IncomingHttpHeaders,
  operators: readonly Operator[],
): string | null {
  const presented = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (presented === undefined) return null;
  const shown = digest(presented);
  const matches = operators.map(({ name, token }) => ({
    name,
    isSame: timingSafeEqual(shown, digest(token)),
  }));
  return matches.find(({ isSame }) => isSame)?.name ?? null;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
