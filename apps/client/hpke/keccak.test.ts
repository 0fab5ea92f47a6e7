import { expect } from 'chai';
import { sha3of256, shake256 } from './keccak.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('the SHA-3 of a client whose platform has none', () => {
  it('makes what FIPS 202 shows of no bytes at all', () => {
    expect(hex(sha3of256(new Uint8Array()))).to.equal(
      'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a',
    );
    expect(hex(shake256(new Uint8Array(), 32))).to.equal(
      '46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f',
    );
  });

  it('is the one of a platform that has one, for every length around one, two and three blocks', async () => {
    for (let length = 0; length <= 420; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 0xff);
      const bits = (length + 1) * 8;
      const shake = { name: 'cSHAKE256', length: bits, outputLength: bits };
      const wanted = await Promise.all([
        crypto.subtle.digest('SHA3-256', bytes),
        crypto.subtle.digest(shake, bytes),
      ]);

      expect(
        [sha3of256(bytes), shake256(bytes, length + 1)].map(hex),
        `${length} bytes`,
      ).to.deep.equal(wanted.map((one) => hex(new Uint8Array(one))));
    }
  });
});
