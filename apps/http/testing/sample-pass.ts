import { type MintFacts, type PassKey, passSuite, type ShownHead } from '@interline/core/passes';

export const samplePassKey: PassKey = {
  seq: 1,
  thumb: '0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g',
  publicKey: {
    kty: 'RSA',
    alg: 'PS384',
    key_ops: ['verify'],
    ext: true,
    n: 'sXch_O2-Sf9ZbSBrYwRzlw',
    e: 'AQAB',
  },
  notBeforeMs: 1_799_000_000_000,
  notAfterMs: 1_801_592_000_000,
  isDestroyed: false,
  signsFromMs: 1_799_000_000_000,
};

const origin = 'relay.example/plus-mint';
const root = 'vkqQxpMEJl7eiW5wrhmtLisd1xlqabz0Vu7rHQ7+pT4=';
const checkpoint = `${origin}\n1\n${root}\n\n— ${origin} U6Gf4w==\n`;

export const sampleMint: MintFacts & { readonly shown: ShownHead } = {
  origin,
  logKey: `${origin}+53a19fe3+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
  witnesses: [],
  quorum: 0,
  shown: {
    head: {
      v: 2,
      seq: 1,
      thumb: samplePassKey.thumb,
      notBefore: samplePassKey.notBeforeMs,
      notAfter: samplePassKey.notAfterMs,
      suite: passSuite,
      prevThumb: null,
      prevNotBefore: null,
      prevWitSeq: 0,
      witnessSlot: origin,
      witSeq: 1,
      witRoot: root,
      sig: { sigPub: 'AAAA', mlSig: 'AAAA', edSig: 'AAAA' },
    },
    key: samplePassKey,
    checkpoint,
    index: 0,
    inclusion: [],
    consistency: { from: 0, proof: [] },
    latest: checkpoint,
    leaves: ['svc-mint-leaf/v2\nrelay.example/plus-mint\n{}\n'],
  },
};

/** The pass of that number, as it is sent; the fakes take every pass that is signed with zeros. */
export function samplePass(number = 0, signature = Buffer.alloc(256)): string {
  const message = `${'\0'.repeat(32)}svc-plus-v1:${number.toString(16).padStart(64, '0')}`;
  const parts = {
    preparedMsg: Buffer.from(message).toString('base64'),
    sig: signature.toString('base64'),
  };
  return Buffer.from(JSON.stringify(parts)).toString('base64');
}
