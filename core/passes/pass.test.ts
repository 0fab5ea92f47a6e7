import { expect } from 'chai';
import { isWellFormed } from './pass.ts';

describe('a pass', () => {
  it('is 32 bytes and svc-plus-v1: with 64 lower-case hex digits, and a signature of 256 bytes', () => {
    const of = (text: string, signature = 256): boolean =>
      isWellFormed({
        preparedMessage: Uint8Array.from(`${'\xff'.repeat(32)}${text}`, (one) => one.charCodeAt(0)),
        signature: new Uint8Array(signature),
      });
    const digits = '0f'.repeat(32);

    expect(of(`svc-plus-v1:${digits}`)).to.equal(true);
    expect([
      of(`svc-plus-v2:${digits}`),
      of(`svc-plus-v1:${digits.toUpperCase()}`),
      of(`svc-plus-v1:${digits.slice(1)}`),
      of(`svc-plus-v1:${digits}0`),
      of(`svc-plus-v1:${digits.slice(1)}\n`),
      of(`svc-plus-v1:${digits}`, 255),
      of(`svc-plus-v1:${digits}`, 257),
    ]).to.deep.equal([false, false, false, false, false, false, false]);
  });
});
