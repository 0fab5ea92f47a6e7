type NodeCrypto = ReturnType<typeof process.getBuiltinModule<'node:crypto'>>;

/** Node's own, which has what no browser has: raw RSA, and hashes that are not waited for. */
export const nativeCrypto: NodeCrypto | null = findNodeCrypto();

/** Named in no import, so that bundles for browsers are the same code. */
function findNodeCrypto(): NodeCrypto | null {
  // CAST: browsers have no `process`, whatever the types of Node say.
  const host = (globalThis as { process?: Pick<typeof process, 'getBuiltinModule'> }).process;
  return host?.getBuiltinModule?.('node:crypto') ?? null;
}

/** Bytes as text, where the platform writes them without a loop of ours; null elsewhere. */
export function nativeText(bytes: Uint8Array, form: 'hex' | 'base64'): string | null {
  if (nativeCrypto === null) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(form);
}

/** The other way about; the bytes share memory with nothing. */
export function nativeBytes(hex: string): Uint8Array<ArrayBuffer> | null {
  return nativeCrypto === null ? null : new Uint8Array(Buffer.from(hex, 'hex'));
}

/**
 * A number below the modulus to its public exponent, by OpenSSL: four times as fast as by BigInt. Null
 * where the platform cannot.
 */
export function nativePower(modulus: bigint, bits: number): ((base: bigint) => bigint) | null {
  if (nativeCrypto === null) return null;
  const { constants, createPublicKey, publicEncrypt } = nativeCrypto;
  const digits = bits / 4;
  const key = createPublicKey({
    key: {
      kty: 'RSA',
      n: Buffer.from(modulus.toString(16).padStart(digits, '0'), 'hex').toString('base64url'),
      e: 'AQAB',
    },
    format: 'jwk',
  });
  // On the key itself: from an object around it, Node 24 tells a key by two exceptions, a third of the time.
  const raw = Object.assign(key, { padding: constants.RSA_NO_PADDING });
  return (base) => {
    const bytes = Buffer.from(base.toString(16).padStart(digits, '0'), 'hex');
    return BigInt(`0x${publicEncrypt(raw, bytes).toString('hex')}`);
  };
}
