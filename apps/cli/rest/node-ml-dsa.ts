import type { VerifyMlDsa } from '@interline/client/passes';
import { createPublicKey, verify } from 'node:crypto';

/** What stands before the raw key in SPKI (RFC 9881). */
const spkiHeaders = {
  'ML-DSA-44': '30820532300b06096086480165030403110382052100',
  'ML-DSA-65': '308207b2300b0609608648016503040312038207a100',
} as const;

/** Node's own ML-DSA, which it has from 24 on; null before. WebCrypto's warns that it is experimental. */
export function nodeMlDsa(): VerifyMlDsa | null {
  const keyOf = (name: keyof typeof spkiHeaders, publicKey: Uint8Array) =>
    createPublicKey({
      key: Buffer.concat([Buffer.from(spkiHeaders[name], 'hex'), publicKey]),
      format: 'der',
      type: 'spki',
    });
  try {
    keyOf('ML-DSA-44', new Uint8Array(1_312));
  } catch {
    return null;
  }
  return async (name, publicKey, message, signature) => {
    try {
      return verify(null, message, keyOf(name, publicKey), signature);
    } catch {
      return false;
    }
  };
}
