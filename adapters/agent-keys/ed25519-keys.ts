import { isRecord } from '@interline/kernel';
import type { AgentKeys } from '@interline/ports';
import { createHash, createPublicKey, verify } from 'node:crypto';

const keyBytes = 32;
const signatureBytes = 64;

/**
 * Points of small order. For such a key, signatures exist that are valid for any text although it
 * has no private key (RFC 8032, 5.1.7, leaves the check to the application). In hex, without the
 * sign.
 */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

export const ed25519Keys: AgentKeys = {
  keyIdOf(x) {
    if (bytesOf(x) === null) return null;
    // RFC 7638: the required members in the order of their names, without white space.
    return createHash('sha256')
      .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
      .digest('base64url');
  },

  isSignedBy: (x, signed, signature) =>
    bytesOf(x) !== null &&
    signature.length === signatureBytes &&
    verify(null, signed, publicKey(x), signature),

  readJws(x, jws) {
    const [head = '', body = '', signature = '', ...rest] = jws.split('.');
    if (rest.length > 0) return null;
    const isSigned = ed25519Keys.isSignedBy(
      x,
      Buffer.from(`${head}.${body}`),
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return null;
    const [header, claims] = [recordIn(head), recordIn(body)];
    // A header with `crit` requires extensions that this reader does not understand.
    if (header?.['alg'] !== 'EdDSA' || 'crit' in header || claims === null) return null;
    const { typ } = header;
    return { type: typeof typ === 'string' ? typ : '', claims };
  },
};

/**
 * Null for anything but 32 bytes, for other spellings of the same bytes, and for points of small
 * order.
 */
function bytesOf(x: string): Buffer | null {
  const bytes = Buffer.from(x, 'base64url');
  if (bytes.length !== keyBytes || bytes.toString('base64url') !== x) return null;
  const unsigned = Buffer.from(bytes);
  unsigned[keyBytes - 1] = (unsigned[keyBytes - 1] ?? 0) & 0x7f;
  return smallOrder.has(unsigned.toString('hex')) ? null : bytes;
}

function publicKey(x: string) {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function recordIn(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
