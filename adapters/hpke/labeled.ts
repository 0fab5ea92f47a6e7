import { createHmac } from 'node:crypto';

interface Labeled {
  readonly extract: (salt: Uint8Array | '', label: string, material: Uint8Array | '') => Buffer;
  /** At most 32 bytes: one block of HKDF. */
  readonly expand: (secret: Uint8Array, label: string, info: Uint8Array, length: number) => Buffer;
}

/** LabeledExtract and LabeledExpand of RFC 9180, section 4, over HKDF-SHA256. */
export function labeled(suiteId: Uint8Array): Labeled {
  return {
    extract: (salt, label, material) =>
      createHmac('sha256', salt)
        .update('HPKE-v1')
        .update(suiteId)
        .update(label)
        .update(material)
        .digest(),

    expand: (secret, label, info, length) =>
      createHmac('sha256', secret)
        .update(Buffer.from([0, length]))
        .update('HPKE-v1')
        .update(suiteId)
        .update(label)
        .update(info)
        .update(Buffer.from([1]))
        .digest()
        .subarray(0, length),
  };
}
