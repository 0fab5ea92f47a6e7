import { base64, base64Url, type PlatformKey, sha256, signedBy, tokenOf } from './signed-token.ts';
import type { Fetch } from './transport.ts';

/** A key that an agent signs with: Ed25519, made here or by the platform. */
export interface AgentKey {
  readonly privateKey: PlatformKey;
  readonly publicKey: PlatformKey;
}

/** A request as it is sent: the signature covers what goes over the wire. */
export interface AgentRequest {
  readonly method: string;
  /**
   * The whole URL with its query, under the origin at which the service says its clients reach it.
   */
  readonly url: string;
  /** A POST must have an `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly nowMs?: number;
}

const lifeSec = 120;
const tag = 'interline-agent';

/** A new key. Its private half leaves the platform only on request. */
export async function createAgentKey(isExtractable = false): Promise<AgentKey> {
  // CAST: Ed25519 makes pairs.
  return (await crypto.subtle.generateKey('Ed25519', isExtractable, [
    'sign',
    'verify',
  ])) as AgentKey;
}

/**
 * A key that was kept as a JWK with its private half, as `interline agent register --key` writes it.
 * Throws a `TypeError` where it is not one of Ed25519.
 */
export async function readAgentKey(kept: unknown): Promise<AgentKey> {
  // CAST: the platform checks its content.
  const { x = '', d = '' } = (kept ?? {}) as { readonly x?: string; readonly d?: string };
  const open = { kty: 'OKP', crv: 'Ed25519', x };
  try {
    const [privateKey, publicKey] = await Promise.all([
      crypto.subtle.importKey('jwk', { ...open, d }, 'Ed25519', false, ['sign']),
      crypto.subtle.importKey('jwk', open, 'Ed25519', true, ['verify']),
    ]);
    return { privateKey, publicKey };
  } catch (error) {
    throw new TypeError('this is not a private key of Ed25519 as a JWK', { cause: error });
  }
}

/**
 * The headers that an agent adds to a request so that the service recognises it (RFC 9421). Each
 * sending needs a new signature, under the same `idempotency-key`.
 */
export async function signAsAgent(
  { method, url, headers = {}, body, nowMs = Date.now() }: AgentRequest,
  key: AgentKey,
): Promise<Readonly<Record<string, string>>> {
  const sent = new Headers(headers);
  const idempotencyKey = sent.get('idempotency-key');
  if (method === 'POST' && idempotencyKey === null)
    throw new TypeError('a POST is signed with its idempotency-key, and it has none');
  const digest = body === undefined ? null : `sha-256=:${base64(await sha256(body))}:`;
  const covered = [
    ['@method', method],
    ['@target-uri', new URL(url).href],
    ...(digest === null ? [] : [['content-digest', digest]]),
    ...(idempotencyKey === null ? [] : [['idempotency-key', idempotencyKey]]),
  ] as const;
  const created = Math.floor(nowMs / 1_000);
  const nonce = base64Url(crypto.getRandomValues(new Uint8Array(24)));
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const parameters = `(${names});created=${created};expires=${created + lifeSec};nonce="${nonce}";keyid="${await agentKeyId(key)}";alg="ed25519";tag="${tag}"`;
  const base = [
    ...covered.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  return {
    ...(digest === null ? {} : { 'content-digest': digest }),
    'signature-input': `agent=${parameters}`,
    signature: `agent=:${base64(await signedBy(key, base))}:`,
  };
}

/**
 * A `fetch` that signs all requests of a client as an agent's: `createClient({ baseUrl, fetch })`.
 * `origin` is the origin at which the service says its clients reach it, if that is not the URL's
 * own.
 */
export function agentFetch(
  key: AgentKey,
  {
    origin,
    fetch: ask = (url, init) => fetch(url, init),
  }: { readonly origin?: string; readonly fetch?: Fetch } = {},
): Fetch {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    const headers = Object.fromEntries(new Headers(init.headers));
    const added = await signAsAgent(
      {
        method: init.method ?? 'GET',
        url: origin === undefined ? url : `${origin}${pathname}${search}`,
        headers,
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
      },
      key,
    );
    return ask(url, { ...init, headers: { ...headers, ...added } });
  };
}

/**
 * The public half as a JWK, and the key's own statement whose agent it will be: for POST
 * /api/agents and /rotate.
 */
export async function proveAgentKey(
  key: AgentKey,
  {
    origin,
    owner,
    nowMs = Date.now(),
  }: {
    /** The origin at which the service says its clients reach it. */
    readonly origin: string;
    /** The wallet that signs in. */
    readonly owner: string;
    readonly nowMs?: number;
  },
): Promise<{
  readonly jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
  readonly proof: string;
}> {
  const nonce = base64Url(crypto.getRandomValues(new Uint8Array(24)));
  const claims = { aud: origin, owner, iat: Math.floor(nowMs / 1_000), nonce };
  const proof = await tokenOf(key, { alg: 'EdDSA', typ: 'interline-agent+jwt' }, claims);
  return { jwk: await publicJwkOf(key), proof };
}

/** The public half, as a JWK. */
export async function publicJwkOf(
  key: AgentKey,
): Promise<{ readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }> {
  return { kty: 'OKP', crv: 'Ed25519', x: await publicX(key) };
}

/** The service's name for the key: its thumbprint (RFC 7638). */
export async function agentKeyId(key: AgentKey): Promise<string> {
  const x = await publicX(key);
  return base64Url(await sha256(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })));
}

async function publicX(key: AgentKey): Promise<string> {
  // A JavaScript caller may pass the kept JWK. Not a TypeError, because those of `fetch` mean that
  // the service does not answer.
  if (!('publicKey' in key))
    throw new Error('an agent signs with a key pair: have readAgentKey read a JWK first');
  const { publicKey } = key;
  const { x } = await crypto.subtle.exportKey('jwk', publicKey);
  if (x === undefined) throw new TypeError('an agent signs with a key of Ed25519');
  return x;
}
