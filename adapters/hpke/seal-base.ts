import { createCipheriv } from 'node:crypto';
import { encapsulateTo, type KeyPair } from './key-encapsulation.ts';
import { labeled } from './labeled.ts';

const keyBytes = 16;
const ivBytes = 12;
/** HKDF-SHA256 and AES-128-GCM. */
const kdfId = 0x0001;
const aeadId = 0x0001;

export interface Sealed {
  readonly enc: Buffer;
  readonly ciphertext: Buffer;
}

/** One message to a public key: SealBase of RFC 9180, section 6.1. Throws where the key is none. */
export function sealBase(
  address: Uint8Array,
  { info, aad = new Uint8Array() }: { readonly info: Uint8Array; readonly aad?: Uint8Array },
  plaintext: Uint8Array,
  ephemeral?: KeyPair,
): Sealed {
  const { kemId, enc, sharedSecret } = encapsulateTo(address, ephemeral);
  const { key, iv } = keySchedule(kemId, sharedSecret, info);
  const sealing = createCipheriv('aes-128-gcm', key, iv).setAAD(aad);
  const body = Buffer.concat([sealing.update(plaintext), sealing.final()]);
  return { enc, ciphertext: Buffer.concat([body, sealing.getAuthTag()]) };
}

/** Section 5.1, in base mode. */
function keySchedule(
  kemId: number,
  sharedSecret: Uint8Array,
  info: Uint8Array,
): { readonly key: Buffer; readonly iv: Buffer } {
  const suiteId = Buffer.from('HPKE\0\0\0\0\0\0');
  [kemId, kdfId, aeadId].forEach((id, at) => suiteId.writeUInt16BE(id, 4 + 2 * at));
  const { extract, expand } = labeled(suiteId);
  const context = Buffer.concat([
    Buffer.from([0]),
    extract('', 'psk_id_hash', ''),
    extract('', 'info_hash', info),
  ]);
  const secret = extract(sharedSecret, 'secret', '');
  return {
    key: expand(secret, 'key', context, keyBytes),
    iv: expand(secret, 'base_nonce', context, ivBytes),
  };
}
