import { hkdfSync } from 'node:crypto';

/**
 * The BIP-32 seed of a key kept in a keystore: 64 bytes by HKDF-SHA256 under its own label, so that
 * neither the seed nor a child key reveals the kept key or another family's use of it. The label is
 * part of the format: another label gives another wallet.
 */
export function seedOf(keptKey: Uint8Array): Uint8Array {
  if (keptKey.length < 32) throw new RangeError('a seed needs a kept key of at least 32 bytes');
  return new Uint8Array(hkdfSync('sha256', keptKey, 'interline', 'bitcoin bip32 seed v1', 64));
}
