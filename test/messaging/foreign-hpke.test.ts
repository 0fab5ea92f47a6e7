import { rowSealer } from '@interline/adapters/hpke';
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { XWing } from '@hpke/hybridkem-x-wing';
import { expect } from 'chai';
import type { webcrypto } from 'node:crypto';

const info = new TextEncoder().encode('svc-message-v2').buffer;
const latticeBytes = 1_088;
const curveBytes = 32;

/** A third-party library opens what the service seals, so the wire is the standard's. */
describe('a row that the service seals', () => {
  it('is opened by @hpke/core, if it is sealed to X25519', async () => {
    const suite = new CipherSuite({
      kem: new DhkemX25519HkdfSha256(),
      kdf: new HkdfSha256(),
      aead: new Aes128Gcm(),
    });
    const pair = await pairOf(suite);
    const address = new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey));
    const row = Buffer.from(rowSealer.seal(address, 'good morning'), 'base64');
    const plain = await suite.open(
      {
        recipientKey: pair.privateKey,
        info,
        enc: bytes(row.subarray(latticeBytes, latticeBytes + curveBytes)),
      },
      bytes(row.subarray(latticeBytes + curveBytes)),
    );

    expect(textIn(plain)).to.equal('good morning');
  });

  it('is opened by @hpke/hybridkem-x-wing, if it is sealed to MLKEM768-X25519', async () => {
    const suite = new CipherSuite({
      kem: new XWing(),
      kdf: new HkdfSha256(),
      aead: new Aes128Gcm(),
    });
    const pair = await pairOf(suite);
    const address = new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey));
    const row = Buffer.from(rowSealer.seal(address, 'good evening'), 'base64');
    const enc = bytes(row.subarray(0, latticeBytes + curveBytes));
    const ciphertext = bytes(row.subarray(latticeBytes + curveBytes));

    expect(
      textIn(await suite.open({ recipientKey: pair.privateKey, info, enc }, ciphertext)),
    ).to.equal('good evening');
  });
});

/** Its types name the browser's, which are not here. */
async function pairOf({ kem }: CipherSuite): Promise<webcrypto.CryptoKeyPair> {
  const made: unknown = await (kem.generateKeyPair() as Promise<unknown>);
  return made as webcrypto.CryptoKeyPair; // CAST: that is what it makes.
}

function textIn(plain: ArrayBuffer): string {
  const read = Buffer.from(plain);
  expect(read.subarray(2 + read.readUInt16BE()).every((byte) => byte === 0)).to.equal(true);
  return read.subarray(2, 2 + read.readUInt16BE()).toString();
}

function bytes(part: Uint8Array): ArrayBuffer {
  return new Uint8Array(part).buffer;
}
