import { expect } from 'chai';
import { aeads, aes128Gcm, hpkeContext } from './hpke.ts';
import { hpkePq, hpkePqWithShake } from './hpke-pq-vector.ts';
import { mlkem768X25519Kem, x25519Kem } from './kems.ts';
import { rfc9180 } from './rfc9180-vector.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const hex = (given: Uint8Array): string => Buffer.from(given).toString('hex');
const chacha20Poly1305 = aeads[1];

describe('HPKE in base mode', () => {
  it('makes the hybrid key and its secret as both vectors have them', () => {
    for (const vector of [hpkePq, hpkePqWithShake]) {
      const own = mlkem768X25519Kem.openKey(bytes(vector.seed));

      expect(hex(own.publicKey)).to.equal(vector.publicKey);
      expect(hex(own.decapsulate(bytes(vector.enc)))).to.equal(vector.sharedSecret);
    }
  });

  it('schedules keys, opens, seals and exports as the vectors have them', () => {
    if (chacha20Poly1305 === undefined) throw new Error('ChaCha20-Poly1305 is offered');
    const context = hpkeContext(
      { kemId: 0x647a, aead: chacha20Poly1305 },
      bytes(hpkePq.sharedSecret),
      bytes(hpkePq.info),
    );

    expect([hex(context.key), hex(context.baseNonce)]).to.deep.equal([
      hpkePq.key,
      hpkePq.baseNonce,
    ]);
    expect(hpkePq.encryptions).to.have.length(10);
    hpkePq.encryptions.forEach(({ aad, ciphertext }, sequence) => {
      expect(hex(context.open(sequence, bytes(aad), bytes(ciphertext)))).to.equal(hpkePq.plaintext);
      expect(hex(context.seal(sequence, bytes(aad), bytes(hpkePq.plaintext)))).to.equal(ciphertext);
    });
    expect(
      hpkePq.exports.map(({ context: of, length }) => hex(context.export(bytes(of), length))),
    ).to.deep.equal(hpkePq.exports.map(({ value }) => value));
  });

  it('seals the first message of RFC 9180, appendix A.1.1', () => {
    const { secret, enc } = x25519Kem.encapsulateWith(
      bytes(rfc9180.publicRecipient),
      bytes(rfc9180.secretEphemeral),
    );
    const context = hpkeContext({ kemId: 0x0020, aead: aes128Gcm }, secret, bytes(rfc9180.info));

    expect([
      hex(enc),
      hex(context.seal(0, bytes(rfc9180.aad), bytes(rfc9180.plaintext))),
    ]).to.deep.equal([rfc9180.publicEphemeral, rfc9180.ciphertext]);
  });

  it('agrees with itself on every secret that it encapsulates', () => {
    for (const kem of [mlkem768X25519Kem, x25519Kem]) {
      const own = kem.openKey(Buffer.alloc(32, 7));
      const { secret, enc } = kem.encapsulate(own.publicKey);

      expect(hex(own.decapsulate(enc)), kem.name).to.equal(hex(secret));
      expect([enc.length, own.publicKey.length]).to.deep.equal(
        kem.name === 'X25519' ? [32, 32] : [1_120, 1_216],
      );
    }
  });

  it('refuses a point of low order, from which any secret would be known', () => {
    const own = x25519Kem.openKey(Buffer.alloc(32, 7));

    expect(() => own.decapsulate(new Uint8Array(32))).to.throw();
    expect(() => x25519Kem.encapsulate(new Uint8Array(32))).to.throw();
  });

  it('opens nothing that was changed or is shorter than its tag', () => {
    const context = hpkeContext(
      { kemId: 0x0020, aead: aes128Gcm },
      Buffer.alloc(32, 1),
      Buffer.alloc(0),
    );
    const sealed = Buffer.from(context.seal(0, Buffer.alloc(0), Buffer.from('a question')));

    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => context.open(0, Buffer.alloc(0), changed), String(at)).to.throw();
      expect(() => context.open(0, Buffer.alloc(0), sealed.subarray(0, at))).to.throw();
    }
    expect(() => context.open(1, Buffer.alloc(0), sealed)).to.throw();
  });
});
