import type { RowSealer } from '@interline/ports';
import { createHash } from 'node:crypto';
import { encapsulateTo, hybridKeyBytes, keyOfNobody, x25519Bytes } from './key-encapsulation.ts';
import { latticeBytes, latticeLikeness } from './lattice-likeness.ts';
import { sealBase } from './seal-base.ts';

const rowBytes = 4_096;
const tagBytes = 16;
/** What stands before the text: its length in bytes. */
const lengthBytes = 2;
const plainBytes = rowBytes - latticeBytes - x25519Bytes - tagBytes;
const mostTextBytes = plainBytes - lengthBytes;
const info = Buffer.from('svc-message-v2');

/**
 * A row: a ciphertext of ML-KEM-768, a public key of X25519, and what is sealed. One that is sealed
 * to X25519 alone has a likeness of the first, so that all rows look the same.
 */
export const rowSealer: RowSealer = {
  isAddress(address) {
    if (address.length !== x25519Bytes && address.length !== hybridKeyBytes) return false;
    try {
      // A point of small order, or a key of a lattice that is none, is found by using it.
      encapsulateTo(address);
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
  const { enc, ciphertext } = sealBase(address, { info }, plain);
  const likeness = enc.length === x25519Bytes ? [latticeLikeness()] : [];
  return Buffer.concat([...likeness, enc, ciphertext]).toString('base64');
}
