import { createHmac } from 'node:crypto';

/** HKDF as HPKE uses it: every step is bound to what it is for. */
export interface Hash {
  extract(salt: Uint8Array, label: string, secret: Uint8Array): Uint8Array;
  expand(prk: Uint8Array, label: string, info: Uint8Array, length: number): Uint8Array;
}

const version = Buffer.from('HPKE-v1');

/** HKDF-SHA256, RFC 5869; `labelled` is LabeledExtract and LabeledExpand of RFC 9180. */
export const sha256 = {
  extract: (salt: Uint8Array, secret: Uint8Array): Uint8Array =>
    createHmac('sha256', salt).update(secret).digest(),

  expand(prk: Uint8Array, info: Uint8Array, length: number): Uint8Array {
    const blocks: Buffer[] = [];
    let last = Buffer.alloc(0);
    for (let made = 0; made < length; made += last.length) {
      last = createHmac('sha256', prk)
        .update(last)
        .update(info)
        .update(Uint8Array.of(blocks.length + 1))
        .digest();
      blocks.push(last);
    }
    return Buffer.concat(blocks).subarray(0, length);
  },

  labelled(suite: Uint8Array): Hash {
    return {
      extract: (salt, label, secret) =>
        sha256.extract(salt, Buffer.concat([version, suite, Buffer.from(label), secret])),
      expand(prk, label, info, length) {
        const lengthBytes = Uint8Array.of(length >> 8, length & 0xff);
        const bound = Buffer.concat([lengthBytes, version, suite, Buffer.from(label), info]);
        return sha256.expand(prk, bound, length);
      },
    };
  },
};
