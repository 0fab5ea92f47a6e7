import { openBase, sealBase } from '../hpke/index.ts';
import { base64Of, bytesInBase64 } from '../passes/blind.ts';
import { latticeBytes, latticeLikeness } from './lattice-likeness.ts';
import { keyInAddress, kemOf, type Mailbox } from './mailbox.ts';

const rowBytes = 4_096;
const curveBytes = 32;
const tagBytes = 16;
/** What stands before the text: its length in bytes. */
const lengthBytes = 2;
const plainBytes = rowBytes - latticeBytes - curveBytes - tagBytes;
const info = new TextEncoder().encode('svc-message-v2');

/** The longest text of a row, in bytes of UTF-8. */
export const mostTextBytes = plainBytes - lengthBytes;

/**
 * A text as a row: 4,096 bytes in base64, that look the same whoever can open them. Throws where the
 * text is too long, or the address is none.
 */
export async function sealRow(address: string, text: string): Promise<string> {
  const publicKey = keyInAddress(address);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostTextBytes)
    throw new RangeError(`the text has ${bytes.length} bytes; a row holds ${mostTextBytes}`);
  const plain = new Uint8Array(plainBytes);
  plain.set([bytes.length >> 8, bytes.length & 0xff]);
  plain.set(bytes, lengthBytes);

  const { enc, ciphertext } = await sealBase(kemOf(publicKey), publicKey, { info }, plain);
  const row = new Uint8Array(rowBytes);
  if (enc.length === curveBytes) row.set(latticeLikeness());
  row.set(enc, latticeBytes + curveBytes - enc.length);
  row.set(ciphertext, latticeBytes + curveBytes);
  return base64Of(row);
}

/** The text of a row; null where it is not for this mailbox. */
export async function openRow({ address, secret }: Mailbox, row: string): Promise<string | null> {
  const publicKey = keyInAddress(address);
  const kem = kemOf(publicKey);
  const bytes = bytesInBase64(row);
  if (bytes.length !== rowBytes) return null;
  const body = latticeBytes + curveBytes;
  const plain = await openBase(
    kem,
    { publicKey, secret: bytesInBase64(secret) },
    { enc: bytes.slice(body - kem.encBytes, body), ciphertext: bytes.slice(body) },
    { info },
  );
  if (plain === null) return null;
  const length = ((plain[0] ?? 0) << 8) | (plain[1] ?? 0);
  if (length > mostTextBytes) return null;
  return new TextDecoder().decode(plain.subarray(lengthBytes, lengthBytes + length));
}
