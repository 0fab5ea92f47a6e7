import { expect } from 'chai';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { latticeLikeness } from './lattice-likeness.ts';
import { rowSealer } from './row-sealer.ts';

const x25519 = Buffer.from(
  generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
);
const hybrid = Buffer.concat([
  generateKeyPairSync('ml-kem-768').publicKey.export({ format: 'der', type: 'spki' }).subarray(22),
  x25519,
]);

describe('a row', () => {
  it('has 4,096 bytes, whatever it contains and whichever reader can open it', () => {
    const rows = [
      rowSealer.seal(x25519, ''),
      rowSealer.seal(x25519, 'x'.repeat(2_958)),
      rowSealer.seal(hybrid, 'ü'.repeat(1_479)),
      rowSealer.sealCover(),
    ];

    expect(rows.map((row) => Buffer.from(row, 'base64').length)).to.deep.equal([
      4_096, 4_096, 4_096, 4_096,
    ]);
    expect(() => rowSealer.seal(x25519, 'x'.repeat(2_959))).to.throw(
      'the text has 2959 bytes; a row holds 2958',
    );
  });

  it('begins with what looks like a ciphertext of ML-KEM, sealed to it or not', () => {
    // Of 1,024 values 257 stand for four coefficients and 767 for three: 1,028 of 3,329 are 0.3088.
    const samples = 150_000;
    const share = (make: () => Uint8Array): number => {
      let [frequent, seen] = [0, 0];
      while (seen < samples)
        for (const value of tenBitsOf(make()))
          [frequent, seen] = [frequent + isFrequent(value), seen + 1];
      return frequent / seen;
    };
    const rowOf = (row: string): Buffer => Buffer.from(row, 'base64');

    // Six standard deviations; random bytes are forty-eight away.
    expect(share(() => rowOf(rowSealer.sealCover()))).to.be.closeTo(0.3088, 0.0072);
    expect(share(() => rowOf(rowSealer.seal(x25519, 'hello')))).to.be.closeTo(0.3088, 0.0072);
    expect(share(() => rowOf(rowSealer.seal(hybrid, 'hello')))).to.be.closeTo(0.3088, 0.0072);
    expect(share(latticeLikeness)).to.be.closeTo(0.3088, 0.0072);
    expect(share(() => randomBytes(960))).to.be.closeTo(0.251, 0.0072);
  });

  it('is not sealed to an invalid key', () => {
    const swapped = Buffer.alloc(1_216, 255);
    const small = Buffer.concat([hybrid.subarray(0, 1_184), Buffer.alloc(32)]);

    expect([x25519, hybrid].map((key) => rowSealer.isAddress(key))).to.deep.equal([true, true]);
    expect(
      [
        x25519.subarray(1),
        hybrid.subarray(1),
        Buffer.alloc(0),
        Buffer.alloc(32),
        swapped,
        small,
      ].map((key) => rowSealer.isAddress(key)),
    ).to.deep.equal([false, false, false, false, false, false]);
  });

  it('lies in the bucket of 12 bits of its key and day', () => {
    // sha256sum of 32 zero bytes and 2026-11-23 begins with these.
    expect(rowSealer.bucketOf(Buffer.alloc(32), '2026-11-23')).to.equal(492);
    expect(rowSealer.bucketOf(Buffer.alloc(32), '2026-11-24')).to.equal(2_053);
  });
});

const modulus = 3_329;
const standsFor = Array.from(
  { length: modulus },
  (_, one) => Math.round((one * 1_024) / modulus) % 1_024,
);
const frequent = new Set(
  Array.from({ length: 1_024 }, (_, value) => value).filter(
    (value) => standsFor.filter((one) => one === value).length === 4,
  ),
);

function isFrequent(value: number): number {
  return frequent.has(value) ? 1 : 0;
}

/** The 768 values of the first 960 bytes. */
function tenBitsOf(bytes: Uint8Array): readonly number[] {
  return Array.from({ length: 768 }, (_, at) => {
    const [from, shift] = [Math.floor((at * 10) / 8), (at * 10) % 8];
    return (((bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8)) >> shift) & 0x3ff;
  });
}
