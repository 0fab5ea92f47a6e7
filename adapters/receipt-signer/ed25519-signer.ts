import type { ReceiptSigner } from '@interline/ports';
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { sealWith } from '../seal/index.ts';

/** `secret`: 32 bytes that the private keys are sealed with. */
export function ed25519Signer(secret: Uint8Array): ReceiptSigner {
  const seal = sealWith(secret, 'keys of receipts');
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

    sign({ kid, sealed }, typ, claims) {
      const opened = Buffer.from(seal.open(sealed, kid));
      const key = createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' });
      const signed = [{ alg: 'EdDSA', typ, kid }, claims].map(inBase64Url).join('.');
      return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
    },
  };
}

function inBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
