import type { RowSealer } from '@interline/ports';
import { createHash, randomBytes } from 'node:crypto';
import { aes128Gcm, hpkeContext, tagBytes } from './hpke.ts';
import { type Kem, kems, x25519Kem } from './kems.ts';
import { latticeBytes, latticeLikeness } from './lattice-likeness.ts';

const rowBytes = 4_096;
/** The prefix of the text: its length in bytes. */
const lengthBytes = 2;
const plainBytes = rowBytes - latticeBytes - x25519Kem.encBytes - tagBytes;
const mostTextBytes = plainBytes - lengthBytes;
const info = Buffer.from('svc-message-v2');

/**
 * A row: a ciphertext of ML-KEM-768, a public key of X25519, and what is sealed. One that is sealed
 * to X25519 alone has a likeness of the first, so that all rows look the same.
 */
export const rowSealer: RowSealer = {
  isAddress(address) {
    try {
      // Using the key reveals a point of small order, or a malformed lattice key.
      kemOf(address).encapsulate(address);
      return true;
    } catch {
      return false;
    }
  },

  seal(address, text) {
    const bytes = Buffer.from(text);
    if (bytes.length > mostTextBytes)
      throw new RangeError(`the text has ${bytes.length} bytes; a row holds ${mostTextBytes}`);
    const plain = Buffer.alloc(plainBytes);
    plain.writeUInt16BE(bytes.length);
    bytes.copy(plain, lengthBytes);
    return sealedRow(address, plain);
  },

  sealCover: () => sealedRow(keyOfNobody(), Buffer.alloc(plainBytes)),

  bucketOf(address, day) {
    return createHash('sha256').update(address).update(day).digest().readUInt16BE() >> 4;
  },

  hashOf: (row) => createHash('sha256').update(Buffer.from(row, 'base64')).digest('hex'),
};

function sealedRow(address: Uint8Array, plain: Uint8Array): string {
  const kem = kemOf(address);
  const { secret, enc } = kem.encapsulate(address);
  const context = hpkeContext({ kemId: kem.id, aead: aes128Gcm }, secret, info);
  const likeness = kem === x25519Kem ? [latticeLikeness()] : [];
  const row = [...likeness, enc, context.seal(0, new Uint8Array(), plain)];
  return Buffer.concat(row).toString('base64');
}

/** Throws where no key has that length. */
function kemOf(address: Uint8Array): Kem {
  const kem = kems.find(({ publicKeyBytes }) => publicKeyBytes === address.length);
  if (kem === undefined) throw new RangeError(`no key has ${address.length} bytes`);
  return kem;
}

/** A public key whose private half is dropped: hybrid where this runtime has ML-KEM. */
function keyOfNobody(): Uint8Array {
  const kem = kems.find(({ isSupported }) => isSupported) ?? x25519Kem;
  return kem.openKey(randomBytes(32)).publicKey;
}
