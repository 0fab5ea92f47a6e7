import { isRecord } from '@interline/kernel';
import type { Claims, PublicJwk, SdJwts } from '@interline/ports';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { applyDisclosures, type Disclosure } from './apply-disclosures.ts';

/**
 * Our own reader of RFC 9901, over node's verification. A foreign one would be the larger part to judge:
 * @sd-jwt/core takes a wrong `aud`, no key binding at all, and a binding by another key.
 */
export const sdJwts: SdJwts = {
  keyOf(jwk) {
    const key = shapeOf(jwk);
    if (key === null) return null;
    try {
      createPublicKey({ key: { ...key }, format: 'jwk' });
      return key;
    } catch {
      return null;
    }
  },

  thumbprintOf: (key) =>
    hashOf(
      key.kty === 'EC'
        ? JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x, y: key.y })
        : JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x }),
    ),

  headerOf: (token) => recordIn(token.split('~')[0]?.split('.')[0] ?? ''),

  signedHashOf: (token) => hashOf(/^[^.~]*\.[^.~]*/.exec(token)?.[0] ?? ''),

  split(presentation) {
    const chain = presentation.split('~~');
    const [first = '', binding, ...rest] = chain;
    if (binding !== undefined) {
      const token = `${first}~`;
      // The separator takes the last "~" of each token in front of it.
      const whole = rest.length > 0 ? `${binding}~` : binding;
      return { token, bound: token, binding: whole, furtherTokens: rest.length };
    }
    const end = presentation.lastIndexOf('~') + 1;
    const token = presentation.slice(0, end);
    const last = presentation.slice(end);
    return { token, bound: token, binding: last === '' ? null : last, furtherTokens: 0 };
  },

  verify(token, key) {
    const [jwt = '', ...parts] = token.split('~');
    // The part after the last "~" binds a presentation; it does not belong to the token.
    const disclosed = parts.slice(0, -1);
    if (parts.length > 0 && parts.at(-1) !== '') return null;
    const [head = '', body = '', signature = '', ...more] = jwt.split('.');
    if (more.length > 0 || ![head, body, signature].every(isStrict)) return null;
    const [header, payload] = [recordIn(head), recordIn(body)];
    if (header === null || payload === null || 'crit' in header) return null;
    if (header['alg'] !== algorithms[key.crv]) return null;
    const signed = `${head}.${body}`;
    if (!isSignedBy(key, signed, signature)) return null;
    const disclosures = disclosed.map(disclosureIn);
    if (disclosures.includes(null) || !isSha256(payload)) return null;
    const applied = applyDisclosures(
      payload,
      disclosures.filter((one) => one !== null),
    );
    return applied === null ? null : { header, ...applied, signedHash: hashOf(signed) };
  },

  hashOf,
};

const algorithms = { 'P-256': 'ES256', Ed25519: 'EdDSA' } as const;

function isSignedBy(key: PublicJwk, signed: string, signature: string): boolean {
  const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  return key.crv === 'Ed25519'
    ? verify(null, Buffer.from(signed), publicKey, bytes)
    : verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes);
}

/** `_sd_alg` is of the whole token, and SHA-256 is the only one that is read here. */
function isSha256(payload: Claims): boolean {
  const { _sd_alg: named } = payload;
  return named === undefined || named === 'sha-256';
}

function disclosureIn(part: string): Disclosure | null {
  const value = isStrict(part) ? jsonIn(part) : undefined;
  if (!Array.isArray(value)) return null;
  const [salt, name, claim] = value as readonly unknown[];
  if (typeof salt !== 'string') return null;
  if (value.length === 2) return { digest: hashOf(part), name: null, value: name };
  return value.length === 3 && typeof name === 'string'
    ? { digest: hashOf(part), name, value: claim }
    : null;
}

function shapeOf(jwk: unknown): PublicJwk | null {
  if (!isRecord(jwk)) return null;
  const { kty, crv, x, y } = jwk;
  // A private key is refused: its owner has given it away by sending it.
  if (typeof x !== 'string' || !isStrict(x) || 'd' in jwk) return null;
  if (kty === 'OKP' && crv === 'Ed25519') return { kty, crv, x };
  return kty === 'EC' && crv === 'P-256' && typeof y === 'string' && isStrict(y)
    ? { kty, crv, x, y }
    : null;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Another spelling of the same bytes would be another token with the same signature. */
function isStrict(part: string): boolean {
  return part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
}

function recordIn(part: string): Claims | null {
  const value = isStrict(part) ? jsonIn(part) : null;
  return isRecord(value) ? value : null;
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')),
    );
  } catch {
    return undefined;
  }
}
