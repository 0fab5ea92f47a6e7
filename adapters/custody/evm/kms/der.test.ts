import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect } from 'chai';
import { pointOfSpki, signatureOfDer } from './der.ts';

const hexOf = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('hex');
const der = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const spkiOf = (namedCurve: string): Buffer =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' });

describe('a public key in DER', () => {
  it("is its point, where it is one of OpenSSL's on secp256k1", () => {
    const spki = spkiOf('secp256k1');

    expect(hexOf(pointOfSpki(spki))).to.equal(spki.toString('hex').slice(-130));
  });

  it('rejects another curve, a compressed point, and a byte too few or too many', () => {
    const spki = spkiOf('secp256k1');
    const compressed = Buffer.from(spki);
    compressed[23] = 2;

    for (const other of [
      spkiOf('prime256v1'),
      compressed,
      spki.subarray(0, 87),
      Buffer.concat([spki, Buffer.alloc(1)]),
      Buffer.alloc(0),
    ])
      expect(pointOfSpki(other)).to.equal(null);
  });
});

describe('a signature in DER', () => {
  it("has the r and s of OpenSSL's, of any length", () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    for (let at = 0; at < 300; at += 1) {
      const message = Buffer.from(`message ${at}`);
      const rs = signatureOfDer(sign('sha256', message, privateKey));

      expect(rs).to.have.length(64);
      const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
      expect(verify('sha256', message, key, rs ?? Buffer.alloc(0))).to.equal(true);
    }
  });

  it('keeps small numbers at the right end of their 32 bytes, zero and 32 bytes of ones too', () => {
    const ones = 'ff'.repeat(32);

    expect(hexOf(signatureOfDer(der('30 06 02 01 01 02 01 7f')))).to.equal(
      `${'01'.padStart(64, '0')}${'7f'.padStart(64, '0')}`,
    );
    expect(hexOf(signatureOfDer(der(`30 27 02 21 00 ${ones} 02 02 00 80`)))).to.equal(
      `${ones}${'80'.padStart(64, '0')}`,
    );
    expect(hexOf(signatureOfDer(der('30 06 02 01 00 02 01 00')))).to.equal('00'.repeat(64));
  });

  for (const [what, hex] of [
    ['empty', ''],
    ['no sequence', '31 06 02 01 01 02 01 01'],
    ['longer than it says', '30 06 02 01 01 02 01 01 00'],
    ['shorter than it says', '30 07 02 01 01 02 01 01'],
    ['cut in the middle', '30 03 02 01 01'],
    ['cut in s', '30 05 02 01 01 02 01'],
    ['a number of no bytes', '30 05 02 00 02 01 01'],
    ['negative', '30 06 02 01 80 02 01 01'],
    ['padded without need', '30 07 02 02 00 7f 02 01 01'],
    ['something beside the two numbers', '30 09 02 01 01 02 01 01 02 01 01'],
    ['a number of another type', '30 06 03 01 01 02 01 01'],
    ['a length in two bytes', '30 81 06 02 01 01 02 01 01'],
    ['longer than 32 bytes', `30 26 02 21 01 ${'00'.repeat(32)} 02 01 01`],
    ['33 bytes behind a zero', `30 27 02 22 00 ${'ff'.repeat(33)} 02 01 01`],
    ['s longer than all that is left', '30 06 02 01 01 02 02 01'],
  ] as const)
    it(`is none where it is ${what}`, () => {
      expect(signatureOfDer(der(hex))).to.equal(null);
    });
});
