import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

type MlDsa = 'ml-dsa-44' | 'ml-dsa-65';

/** The SPKI header before the raw key: RFC 9881's algorithm identifiers, and the key's length. */
const spkiHeaders: Readonly<Record<MlDsa, string>> = {
  'ml-dsa-44': '30820532300b06096086480165030403110382052100',
  'ml-dsa-65': '308207b2300b0609608648016503040312038207a100',
};

/** The lengths of FIPS 204. OpenSSL reads past what is more, and one key would have many spellings. */
const publicKeyBytes: Readonly<Record<MlDsa, number>> = { 'ml-dsa-44': 1_312, 'ml-dsa-65': 1_952 };

/** Throws where the key is not as long as its type's. */
export function mlDsaKeyOf(type: MlDsa, publicKey: Uint8Array): KeyObject {
  const wanted = publicKeyBytes[type];
  if (publicKey.length !== wanted)
    throw new RangeError(`a key of ${type} has ${publicKey.length} bytes; wanted ${wanted}`);
  const der = Buffer.concat([Buffer.from(spkiHeaders[type], 'hex'), publicKey]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

/** The key as FIPS 204 encodes it, without its wrapping. */
export function rawPublicKey(type: MlDsa | 'ed25519', key: KeyObject): Buffer {
  const header = type === 'ed25519' ? 12 : Buffer.from(spkiHeaders[type], 'hex').length;
  return key.export({ format: 'der', type: 'spki' }).subarray(header);
}

/** Whether this Node has ML-DSA: 24 has it. */
export function hasMlDsa(): boolean {
  try {
    generateKeyPairSync('ml-dsa-44');
    return true;
  } catch {
    return false;
  }
}
