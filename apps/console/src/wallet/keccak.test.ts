import { expect } from 'chai';
import { keccak256 } from 'ethers';
import { keccak } from './keccak.ts';
import { hexOf } from './typed-data.ts';

describe('keccak', () => {
  it('is that of ethers, on both sides of each border of a block', () => {
    for (const length of [0, 1, 31, 32, 64, 135, 136, 137, 271, 272, 273, 1_000]) {
      const text = Uint8Array.from({ length }, (_, at) => (at * 151 + length) % 256);

      expect(`0x${hexOf(keccak(text))}`, `${length} bytes`).to.equal(keccak256(text));
    }
  });
});
