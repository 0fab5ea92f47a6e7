import { hash } from 'node:crypto';

/** HKDF as HPKE uses it: every step is bound to what it is for. */
export interface Hash {
  extract(salt: Uint8Array, label: string, secret: Uint8Array): Uint8Array;
  expand(prk: Uint8Array, label: string, info: Uint8Array, length: number): Uint8Array;
}

const version = Buffer.from('HPKE-v1');

/** HKDF-SHA256, RFC 5869; `labelled` is LabeledExtract and LabeledExpand of RFC 9180. */
export const sha256 = {
  extract: (salt: Uint8Array, secret: Uint8Array): Uint8Array => hmac(salt, [secret]),

  expand(prk: Uint8Array, info: Uint8Array, length: number): Uint8Array {
    const blocks: Buffer[] = [];
    let last: Buffer = Buffer.alloc(0);
    for (let made = 0; made < length; made += last.length) {
      last = hmac(prk, [last, info, Uint8Array.of(blocks.length + 1)]);
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

const blockBytes = 64;
const innerPad = 0x36;
const outerPad = 0x5c;

/** RFC 2104, by two hashes at once: the platform's own object for it takes four times as long. */
function hmac(key: Uint8Array, parts: readonly Uint8Array[]): Buffer {
  const short = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
  const inner = Buffer.alloc(blockBytes, innerPad);
  const outer = Buffer.alloc(blockBytes, outerPad);
  for (const [at, byte] of short.entries()) {
    inner[at] = byte ^ innerPad;
    outer[at] = byte ^ outerPad;
  }
  const within = hash('sha256', Buffer.concat([inner, ...parts]), 'buffer');
  return hash('sha256', Buffer.concat([outer, within]), 'buffer');
}
