/**
 * ECDSA on secp256k1, as the EVM chains use it. Results and errors do not depend on the
 * implementation behind it.
 */
export interface Curve {
  /** The name of the implementation, for people: `native` or `wasm`. */
  readonly name: string;
  /** Whether these are 32 bytes above zero and below the curve's order. */
  isPrivateKey(bytes: Uint8Array): boolean;
  /** 65 bytes, uncompressed. Throws `RangeError` on what is not a private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array;
  /**
   * By RFC 6979, so that a digest and a key have one signature, with s low. Throws `RangeError` on a
   * digest of another length, and on what is not a private key.
   */
  sign(digest: Uint8Array, privateKey: Uint8Array): CurveSignature;
  /**
   * The uncompressed public key that made the signature of the digest, s high or low, as `ecrecover`
   * finds it. Null where r and s are not 64 bytes, one of them is zero or not below the order, or no
   * point has that r. Throws `RangeError` on a digest of another length.
   */
  recover(digest: Uint8Array, signature: CurveSignature): Uint8Array | null;
}

/** r and s in 64 bytes, and which of the two points of r it was. */
export interface CurveSignature {
  readonly rs: Uint8Array;
  readonly yParity: 0 | 1;
}

/** What a library must provide. `curveOver` checks all arguments before it calls the library. */
export interface CurveLibrary {
  publicKeyOf(privateKey: Uint8Array): Uint8Array;
  sign(
    digest: Uint8Array,
    privateKey: Uint8Array,
  ): { readonly rs: Uint8Array; readonly recovery: number };
  /** Returns null or throws where no key made the signature. */
  recover(digest: Uint8Array, rs: Uint8Array, yParity: 0 | 1): Uint8Array | null;
}

const order = Buffer.from(
  'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
  'hex',
);

/** The library as a curve: everything that may be refused is refused here, in the same words. */
export function curveOver(name: string, library: CurveLibrary): Curve {
  const isPrivateKey = (bytes: Uint8Array): boolean => bytes.length === 32 && isScalar(bytes);
  const assertKey = (privateKey: Uint8Array): void => {
    if (!isPrivateKey(privateKey))
      throw new RangeError(
        'a private key must be 32 bytes, above zero and below the order of secp256k1',
      );
  };
  return Object.freeze<Curve>({
    name,
    isPrivateKey,
    publicKeyOf(privateKey) {
      assertKey(privateKey);
      return library.publicKeyOf(privateKey);
    },
    sign(digest, privateKey) {
      assertDigest(digest);
      assertKey(privateKey);
      const { rs, recovery } = library.sign(reduced(digest), privateKey);
      // 2 and 3 say that the point's x is beyond the order: one signature in 2^127.
      if (recovery !== 0 && recovery !== 1)
        throw new RangeError('the signature has a point that Ethereum cannot name');
      return { rs, yParity: recovery };
    },
    recover(digest, { rs, yParity }) {
      assertDigest(digest);
      if (rs.length !== 64 || !isScalar(rs.subarray(0, 32)) || !isScalar(rs.subarray(32)))
        return null;
      try {
        return library.recover(digest, rs, yParity);
      } catch {
        // Every library throws where no point of the curve has that r.
        return null;
      }
    },
  });
}

function assertDigest(digest: Uint8Array): void {
  if (digest.length !== 32) throw new RangeError(`a digest must be 32 bytes; got ${digest.length}`);
}

/** Above zero and below the order. */
function isScalar(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes, order) < 0 && bytes.some((byte) => byte !== 0);
}

/**
 * The digest modulo the order, as RFC 6979 demands: old versions of libsecp256k1 take it as it is, so
 * that for one digest in 2^128 they make another signature than new ones.
 */
function reduced(digest: Uint8Array): Uint8Array {
  if (Buffer.compare(digest, order) < 0) return digest;
  const rest = BigInt(`0x${hexOf(digest)}`) - BigInt(`0x${hexOf(order)}`);
  return Buffer.from(rest.toString(16).padStart(64, '0'), 'hex');
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
