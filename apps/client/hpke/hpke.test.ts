import { expect } from 'chai';
import { keySchedule, openBase, sealBase } from './base-mode.ts';
import type { Bytes } from './bytes.ts';
import { hpkePq, hpkePqWithShake, rfc9180 } from './hpke-vectors.ts';
import { hybrid } from './hybrid.ts';
import type { Kem } from './kem.ts';
import { x25519 } from './x25519.ts';

const info = Uint8Array.of(1, 2, 3);

describe('HPKE', () => {
  it('is the one of RFC 9180, appendix A.1.1', async () => {
    const key = await x25519.keyOf(bytes(rfc9180.secret));
    const sharedSecret = await x25519.decapsulate(bytes(rfc9180.enc), key);
    const aead = { id: 1, keyBytes: 16 };
    const { cipherKey, nonce } = await keySchedule(0x0020, aead, sharedSecret, bytes(rfc9180.info));
    const opened = await openBase(
      x25519,
      key,
      { enc: bytes(rfc9180.enc), ciphertext: bytes(rfc9180.ciphertext) },
      { info: bytes(rfc9180.info), aad: bytes(rfc9180.aad) },
    );

    expect([key.publicKey, sharedSecret, cipherKey, nonce, opened].map(hex)).to.deep.equal([
      rfc9180.publicKey,
      rfc9180.sharedSecret,
      rfc9180.cipherKey,
      rfc9180.nonce,
      rfc9180.plaintext,
    ]);
  });

  it('is the one of draft-ietf-hpke-pq for MLKEM768-X25519', async () => {
    const key = await hybrid.keyOf(bytes(hpkePq.secret));
    const sharedSecret = await hybrid.decapsulate(bytes(hpkePq.enc), key);
    const aead = { id: 3, keyBytes: 32 };
    const { cipherKey, nonce } = await keySchedule(0x647a, aead, sharedSecret, bytes(hpkePq.info));

    expect([key.publicKey, sharedSecret, cipherKey, nonce].map(hex)).to.deep.equal([
      hpkePq.publicKey,
      hpkePq.sharedSecret,
      hpkePq.cipherKey,
      hpkePq.nonce,
    ]);
    expect(await openedWithChaCha(cipherKey, nonce)).to.equal(hpkePq.plaintext);
  });

  it('agrees on the secrets of both vectors of that draft, whichever KDF goes on with them', async () => {
    for (const vector of [hpkePq, hpkePqWithShake]) {
      const key = await hybrid.keyOf(bytes(vector.secret));
      const agreed = await hybrid.decapsulate(bytes(vector.enc), key);

      expect([key.publicKey, agreed].map(hex)).to.deep.equal([
        vector.publicKey,
        vector.sharedSecret,
      ]);
    }
  });

  for (const [name, kem] of Object.entries({ x25519, hybrid }))
    it(`opens what it sealed to ${name}, for its owner and as it was sealed`, async () => {
      const { key, stranger, sealed } = await scene(kem);
      const changed = sealed.ciphertext.slice();
      changed[0] = (changed[0] ?? 0) ^ 1;

      expect(sealed.enc.length).to.equal(kem.encBytes);
      expect(key.publicKey.length).to.equal(kem.publicBytes);
      expect(await openBase(kem, key, sealed, { info })).to.deep.equal(Uint8Array.of(7, 8));
      expect(await openBase(kem, stranger, sealed, { info })).to.equal(null);
      expect(await openBase(kem, key, { ...sealed, ciphertext: changed }, { info })).to.equal(null);
      expect(await openBase(kem, key, sealed, { info: info.slice(1) })).to.equal(null);
    });

  it('agrees on nothing with a point of small order', async () => {
    const refused = await sealBase(x25519, new Uint8Array(32), { info }, info).catch(() => null);
    const { key, sealed } = await scene(x25519);

    expect(refused).to.equal(null);
    expect(await openBase(x25519, key, { ...sealed, enc: new Uint8Array(32) }, { info })).to.equal(
      null,
    );
  });
});

async function scene(kem: Kem) {
  const [key, stranger] = await Promise.all([kem.createKey(), kem.createKey()]);
  const sealed = await sealBase(kem, key.publicKey, { info }, Uint8Array.of(7, 8));
  return { key, stranger, sealed };
}

/** The vector's own cipher, which the client has no use for. */
async function openedWithChaCha(key: Bytes, nonce: Bytes): Promise<string> {
  const name = 'ChaCha20-Poly1305';
  const opening = await crypto.subtle.importKey('raw-secret', key, name, false, ['decrypt']);
  const algorithm = { name, iv: nonce, additionalData: bytes(hpkePq.aad), tagLength: 128 };
  return hex(
    new Uint8Array(await crypto.subtle.decrypt(algorithm, opening, bytes(hpkePq.ciphertext))),
  );
}

function bytes(text: string): Bytes {
  return new Uint8Array(Buffer.from(text, 'hex'));
}

function hex(value: Uint8Array | null): string {
  return Buffer.from(value ?? []).toString('hex');
}
