import { SDJwtInstance } from '@sd-jwt/core';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A key pair of the foreign side. */
export interface ForeignKey {
  readonly jwk: Readonly<Record<string, string>>;
  readonly alg: 'ES256' | 'EdDSA';
  readonly privateKey: KeyObject;
}

export type ForeignClaims = Record<string, unknown>;

export function userKey(): ForeignKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { jwk: { kty, crv, x, y }, alg: 'ES256', privateKey };
}

export function agentKey(): ForeignKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' });
  return { jwk: { kty, crv, x }, alg: 'EdDSA', privateKey };
}

export function signWith({ privateKey, alg }: ForeignKey, text: string): string {
  return (
    alg === 'EdDSA'
      ? sign(null, Buffer.from(text), privateKey)
      : sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  ).toString('base64url');
}

const hasher = (data: string | ArrayBuffer): Uint8Array =>
  createHash('sha256')
    .update(typeof data === 'string' ? data : Buffer.from(data))
    .digest();

/** @sd-jwt/core, which issues and presents what the service is to take. */
function instanceOf(key: ForeignKey, holder?: ForeignKey): SDJwtInstance<ForeignClaims> {
  return new SDJwtInstance<ForeignClaims>({
    signer: async (text) => signWith(key, text),
    signAlg: key.alg,
    hasher,
    hashAlg: 'sha-256',
    saltGenerator: async () => randomBytes(16).toString('base64url'),
    ...(holder === undefined
      ? {}
      : { kbSigner: async (text: string) => signWith(holder, text), kbSignAlg: holder.alg }),
  });
}

/** `frame` names what is disclosed selectively, as the package has it. */
export function issue(
  key: ForeignKey,
  claims: ForeignClaims,
  { header, frame }: { readonly header?: object; readonly frame?: object } = {},
): Promise<string> {
  // CAST: the package types frames by the claims, which are free here.
  return instanceOf(key).issue(
    claims,
    frame as undefined,
    header === undefined ? undefined : { header },
  );
}

/** The same of @sd-jwt/sd-jwt-vc, which issues credentials: what a wallet keeps its mandates as. */
export function issueCredential(
  key: ForeignKey,
  claims: ForeignClaims & { readonly vct: string; readonly iss: string },
): Promise<string> {
  const vc = new SDJwtVcInstance({
    signer: async (text) => signWith(key, text),
    signAlg: key.alg,
    hasher,
    hashAlg: 'sha-256',
    saltGenerator: async () => randomBytes(16).toString('base64url'),
  });
  return vc.issue(claims);
}

export interface Binding {
  readonly iat?: number;
  readonly aud: string;
  readonly nonce: string;
}

/** RFC 9901: the closed mandate travels in the key binding JWT. */
export function presentBound(
  token: string,
  holder: ForeignKey,
  closed: ForeignClaims,
  { iat = nowSec(), aud, nonce }: Binding,
): Promise<string> {
  const payload = { iat, aud, nonce, delegate_payload: [closed] };
  return instanceOf(holder, holder).present(token, undefined, { kb: { payload } });
}

/** AP2 0.2: the closed mandate is the next token of a chain, its content disclosed with a salt. */
export async function presentChain(
  token: string,
  holder: ForeignKey,
  closed: ForeignClaims,
  { iat = nowSec(), aud, nonce }: Binding,
  more: ForeignClaims = {},
): Promise<string> {
  const sd_hash = createHash('sha256').update(token).digest('base64url');
  const claims = { iat, aud, nonce, sd_hash, ...more, delegate_payload: [closed] };
  const next = await issue(holder, claims, {
    header: { typ: 'kb+sd-jwt' },
    frame: { delegate_payload: { _sd: [0] } },
  });
  return `${token}~${next}`;
}

/** A token by hand, for what no honest package writes. */
export function tokenOf(
  header: object,
  payload: object,
  signature: (text: string) => string,
): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${signature(text)}`;
}

export function nowSec(): number {
  return Math.floor(Date.now() / 1_000);
}
