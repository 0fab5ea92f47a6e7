import type { PassKey } from '@interline/core/passes';

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
