import { expect } from 'chai';
import { SigningKey } from 'ethers';
import { publicPoint, randomKey, sign } from './curve.ts';
import { hexOf } from './typed-data.ts';

const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));

describe('a signature over secp256k1', () => {
  it('is that of ethers, also for the least and the highest key, and a digest above the order', async () => {
    const keys = [1n, 2n, 3n, n - 1n, n / 2n, n / 2n + 1n].map(bytesOf);
    for (const key of [...keys, randomKey(), randomKey(), randomKey()]) {
      const theirs = new SigningKey(key);
      expect(`0x04${hexOf(publicPoint(key))}`).to.equal(theirs.publicKey);
      for (const digest of [0n, 1n, n - 1n, n, n + 1n, 2n ** 256n - 1n].map(bytesOf))
        expect(`0x${hexOf(await sign(digest, key))}`).to.equal(theirs.sign(digest).serialized);
    }
  });

  it('is not made with a key that is zero', () => {
    expect(() => publicPoint(bytesOf(0n))).to.throw(RangeError);
  });
});
