import type { Askers } from '@interline/kernel';
import type { Entropy } from '@interline/ports';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpState } from '../http-state.ts';

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

/** Distinguishes clients for daily budgets without storing their networks. */
export function clientPseudonym(network: string, salt: string): string {
  return createHash('sha256').update(`${network}\n${salt}`).digest('hex').slice(0, 24);
}

/**
 * Whose shares of the upstreams' request limits a question uses: those of its network, which is the
 * private lane as a whole for what comes through it, and of the key it shows. As with our own
 * limits, many keys of one address share the address's, and many addresses with one key the key's.
 */
export function askersOf(
  { network, keyHash }: Pick<HttpState, 'network' | 'keyHash'>,
  salt: string,
): Askers {
  const ofNetwork = clientPseudonym(network, salt);
  return keyHash === null ? [ofNetwork] : [ofNetwork, clientPseudonym(keyHash, salt)];
}

interface Asking {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly deps: { readonly clientSalt: string };
  /** Named where the bearer token is an operator's. */
  readonly operator?: string | null;
}

/**
 * The name that a client's Idempotency-Key has inside. Keys of two clients never meet: an answer may
 * hold an id, and an id is all it takes to use what it names. An operator is the same from every
 * address: its order must not be carried out twice because it was repeated from another host.
 */
export function nameOfKey(
  { headers, address, deps, operator = null }: Asking,
  ...rest: readonly [...within: string[], key: string]
): string {
  const shown = shownKey(headers);
  // Names which of the two it is: what is shown for a key may be any text, and so the pseudonym of
  // an address.
  const client =
    operator !== null
      ? ['operator', operator]
      : shown === null
        ? ['from', clientPseudonym(address, deps.clientSalt)]
        : ['by key', shown];
  return createHash('sha256')
    .update(JSON.stringify([...client, ...rest]))
    .digest('hex');
}
