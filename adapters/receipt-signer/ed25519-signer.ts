import { isRecord } from '@interline/kernel';
import type { ReceiptSigner, SealedReceiptKey } from '@interline/ports';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { sealWith } from '../seal/index.ts';

/** `secret`: 32 bytes that the private keys are sealed with. */
export function ed25519Signer(secret: Uint8Array): ReceiptSigner {
  const seal = sealWith(secret, 'keys of receipts');
  // Receipts are signed inside units that end routes: one key is opened once, not with each of them.
  let last: { readonly name: string; readonly key: KeyObject } | null = null;
  const opened = ({ kid, sealed }: SealedReceiptKey): KeyObject => {
    const name = `${kid} ${sealed}`;
    if (last?.name !== name) {
      const der = Buffer.from(seal.open(sealed, kid));
      last = { name, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    }
    return last.key;
  };
  return {
    createKey() {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const { x = '' } = publicKey.export({ format: 'jwk' });
      const kid = createHash('sha256')
        .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
        .digest('base64url');
      return {
        kid,
        x,
        sealed: seal.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), kid),
      };
    },

    opens(key) {
      try {
        opened(key);
        return true;
      } catch {
        return false;
      }
    },

    sign(key, typ, claims) {
      const signed = [{ alg: 'EdDSA', typ, kid: key.kid }, claims].map(inBase64Url).join('.');
      return `${signed}.${sign(null, Buffer.from(signed), opened(key)).toString('base64url')}`;
    },

    verify(jws, type, keys) {
      const [head = '', claims = '', signature = '', ...more] = jws.split('.');
      const header = jsonIn(head);
      if (more.length > 0 || !isRecord(header)) return null;
      const key = keys.find(({ kid }) => kid === header['kid']);
      if (key === undefined || header['alg'] !== 'EdDSA' || header['typ'] !== type) return null;
      // Another spelling of the same bytes would be another receipt with the same signature.
      if (![head, claims, signature].every(isStrict)) return null;
      const publicKey = createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: key.x },
        format: 'jwk',
      });
      const bytes = Buffer.from(signature, 'base64url');
      return verify(null, Buffer.from(`${head}.${claims}`), publicKey, bytes)
        ? jsonIn(claims)
        : null;
    },

    thumbprintOf: (kid) => Buffer.from(kid, 'base64url').toString('hex'),
    hashOf: (text) => hash('sha256', text),
    commitmentTo: (text, salt) =>
      createHash('sha256').update(Buffer.from(salt, 'hex')).update(text).digest('hex'),
  };
}

function inBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function isStrict(part: string): boolean {
  return part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}
