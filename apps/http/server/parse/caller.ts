import type { Entropy } from '@interline/ports';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const keyBytes = 24;
const shape = /^ak_[0-9a-f]{48}$/;

/** A random key. It goes to its owner and is not stored. */
export function newApiKey(entropy: Entropy): string {
  return `ak_${entropy.hex(keyBytes)}`;
}

/** What we know a key by. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** What a request shows as its key, as `x-svc-key` or as a bearer; null for nothing. */
export function shownKey(headers: IncomingHttpHeaders): string | null {
  const shown =
    headers['x-svc-key'] ?? /^bearer +(ak_\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return typeof shown === 'string' && shown !== '' ? shown : null;
}

/** The same, but null too for what no key of ours looks like. */
export function parseApiKey(headers: IncomingHttpHeaders): string | null {
  const shown = shownKey(headers);
  return shown !== null && shape.test(shown) ? shown : null;
}

/** Tells clients apart for daily budgets without keeping their networks. */
export function clientPseudonym(network: string, salt: string): string {
  return createHash('sha256').update(`${network}\n${salt}`).digest('hex').slice(0, 24);
}
