import type { IncomingHttpHeaders } from 'node:http';
import { createHash } from 'node:crypto';
import { RelayError } from '@interline/kernel';
import {
  type Dictionary,
  type InnerList,
  type Item,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';

/** A request as its signature sees it. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Where clients reach the service: from the config, never from the request. */
  readonly origins: readonly string[];
  readonly headers: IncomingHttpHeaders;
  /** Null where the row takes none. */
  readonly body: Uint8Array | null;
  readonly nowMs: number;
}

/** What a request claims about its signature. Unproven until the key verifies it. */
export interface MessageSignature {
  readonly keyId: string;
  readonly nonce: string;
  readonly expiresSec: number;
  /** The signature base for each origin that the client may have used. */
  readonly bases: readonly Uint8Array[];
  readonly signature: Uint8Array;
}

const agentTag = 'interline-agent';
const longestSec = 300;
export const skewSec = 30;

/**
 * An agent's signature (RFC 9421, `tag="interline-agent"`); null where the request has none with that
 * tag. Throws `AGENT_SIGNATURE_INVALID` where it does not meet the requirements.
 */
export function readMessageSignature(request: SignedRequest): MessageSignature | null {
  const { headers, nowMs } = request;
  const inputs = dictionaryIn(headers, 'signature-input');
  if (inputs === null) return null;
  const ours = [...inputs].filter(([, value]) => value[1].get('tag') === agentTag);
  const [first, ...others] = ours;
  if (first === undefined) return null;
  if (others.length > 0) throw invalid(`more than one signature has the tag ${agentTag}`);
  const [label, input] = first;
  if (!isInnerList(input)) throw invalid('Signature-Input does not list the covered components');
  const stated = statedIn(input[1], Math.floor(nowMs / 1_000));
  const names = namesIn(input);
  assertCovered(request, names);
  if (names.includes('content-digest')) assertDigest(request);
  return {
    ...stated,
    bases: request.origins.map((origin) => baseOf(request, origin, input, names)),
    signature: signatureOf(headers, label),
  };
}

/** Accompanies a refusal: how to sign a request to that row (RFC 9421, 5.1). */
export function acceptSignature(method: string, hasBody: boolean): string {
  const names = neededFor(method, hasBody).map((name) => `"${name}"`);
  return `agent=(${names.join(' ')});created;expires;alg="ed25519";tag="${agentTag}"`;
}

function neededFor(method: string, hasBody: boolean): readonly string[] {
  return [
    '@method',
    '@target-uri',
    ...(hasBody ? ['content-digest'] : []),
    ...(method === 'POST' ? ['idempotency-key'] : []),
  ];
}

function statedIn(parameters: ReadonlyMap<string, unknown>, nowSec: number) {
  const alg = parameters.get('alg');
  if (alg !== undefined && alg !== 'ed25519') throw invalid('its alg is not ed25519');
  const [created, expires] = ['created', 'expires'].map((name) => secondsIn(parameters.get(name)));
  if (created === undefined || created === null)
    throw invalid('it does not say when it was created');
  if (expires === undefined || expires === null) throw invalid('it does not say when it expires');
  if (created > nowSec + skewSec) throw invalid('it was created in the future');
  if (expires <= nowSec - skewSec) throw invalid('it has expired');
  if (expires <= created || expires - created > longestSec)
    throw invalid(`it must be good for ${longestSec} seconds at most`);
  const nonce = parameters.get('nonce');
  if (typeof nonce !== 'string' || !/^[A-Za-z0-9+/=_-]{22,128}$/.test(nonce))
    throw invalid('its nonce is not 16 random bytes or more, in base64 or hex');
  const keyId = parameters.get('keyid');
  if (typeof keyId !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(keyId))
    throw invalid("its keyid is not the thumbprint of the agent's key (RFC 7638)");
  return { keyId, nonce, expiresSec: expires };
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** The covered components: each once, and without parameters. */
function namesIn([items]: InnerList): readonly string[] {
  const names = items.map(([item, parameters]) => {
    const name: unknown = item;
    if (typeof name !== 'string' || name !== name.toLowerCase() || parameters.size > 0)
      throw invalid(
        'a covered component has parameters or is not in lower case, which is not supported',
      );
    if (name.startsWith('@') && name !== '@method' && name !== '@target-uri')
      throw invalid(`it covers ${name.slice(0, 40)}, which is not supported`);
    return name;
  });
  if (new Set(names).size !== names.length) throw invalid('it covers a component twice');
  return names;
}

function assertCovered({ method, body }: SignedRequest, names: readonly string[]): void {
  const missing = neededFor(method, body !== null).filter((name) => !names.includes(name));
  if (missing.length > 0) throw invalid(`it does not cover ${missing.join(', ')}`);
}

/** The signature covers the digest, so the body must match it. */
function assertDigest({ headers, body }: SignedRequest): void {
  const told: unknown = dictionaryIn(headers, 'content-digest')?.get('sha-256')?.[0];
  if (!(told instanceof ArrayBuffer)) throw invalid('Content-Digest has no sha-256');
  const digest = createHash('sha256').update(body ?? new Uint8Array());
  if (!digest.digest().equals(Buffer.from(told)))
    throw invalid('Content-Digest is not that of the body');
}

/** The signature base (RFC 9421, 2.5). The component list is serialised again from what was parsed and checked. */
function baseOf(
  { method, target, headers }: SignedRequest,
  origin: string,
  input: InnerList,
  names: readonly string[],
): Uint8Array {
  const valueOf = (name: string): string => {
    if (name === '@method') return method;
    if (name === '@target-uri') return origin + target;
    const value = headers[name];
    if (typeof value !== 'string')
      throw invalid(`it covers ${name}, which the request does not have`);
    return value.trim();
  };
  const lines = names.map((name) => `${serializeItem([name, new Map()])}: ${valueOf(name)}`);
  return Buffer.from([...lines, `"@signature-params": ${serializeInnerList(input)}`].join('\n'));
}

function signatureOf(headers: IncomingHttpHeaders, label: string): Uint8Array {
  const value: unknown = dictionaryIn(headers, 'signature')?.get(label)?.[0];
  if (!(value instanceof ArrayBuffer)) throw invalid('Signature has no bytes of that name');
  return new Uint8Array(value);
}

function dictionaryIn(headers: IncomingHttpHeaders, name: string): Dictionary | null {
  const value = headers[name];
  if (value === undefined) return null;
  try {
    return parseDictionary(String(value));
  } catch {
    throw invalid(`${name} is not written as RFC 8941 has it`);
  }
}

function isInnerList(value: Item | InnerList): value is InnerList {
  return Array.isArray(value[0]);
}

function invalid(why: string): RelayError {
  return new RelayError(
    'AGENT_SIGNATURE_INVALID',
    {},
    `the agent's signature is not accepted: ${why}`,
  );
}
