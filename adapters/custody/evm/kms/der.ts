/**
 * The bytes of SubjectPublicKeyInfo (RFC 5480) in front of the point, for an uncompressed point of
 * secp256k1.
 */
const spkiHead = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
const pointBytes = 65;

/**
 * The uncompressed point of a public key in DER, as a KMS returns it; null where it is a point of
 * another curve, or encoded in another way.
 */
export function pointOfSpki(der: Uint8Array): Uint8Array | null {
  const head = der.subarray(0, spkiHead.length);
  const point = der.subarray(spkiHead.length);
  return Buffer.compare(head, spkiHead) === 0 && point.length === pointBytes && point[0] === 4
    ? point
    : null;
}

const sequence = 0x30;
const integer = 0x02;

/**
 * r and s, 64 bytes, of a DER ECDSA signature (RFC 3279); null when the encoding is not strict DER,
 * or a number is negative or longer than 32 bytes.
 */
export function signatureOfDer(der: Uint8Array): Uint8Array | null {
  const [tag, length] = der;
  // The length fits one byte, because it is below 128: 6 and two numbers of 33.
  if (tag !== sequence || length === undefined || length !== der.length - 2) return null;
  const r = numberAt(der, 2);
  if (r === null) return null;
  const s = numberAt(der, r.end);
  return s === null || s.end !== der.length ? null : Buffer.concat([r.bytes, s.bytes]);
}

function numberAt(
  der: Uint8Array,
  at: number,
): { readonly bytes: Uint8Array; readonly end: number } | null {
  const [tag, length] = der.subarray(at, at + 2);
  if (tag !== integer || length === undefined || length === 0 || length > 33) return null;
  const end = at + 2 + length;
  const [first = 0, second] = der.subarray(at + 2, end);
  // A leading zero is there only where the number would be negative without it.
  const isPadded = first === 0 && second !== undefined;
  if (end > der.length || first >= 0x80 || (isPadded && second < 0x80)) return null;
  const digits = der.subarray(isPadded ? at + 3 : at + 2, end);
  if (digits.length > 32) return null;
  const bytes = Buffer.alloc(32);
  bytes.set(digits, 32 - digits.length);
  return { bytes, end };
}
