import { expect } from 'chai';
import { nativePower, nativeText } from './native.ts';
import { hexOf, numberIn, toPublicExponent } from './numbers.ts';
import { rfc9474 } from './rfc9474-vectors.ts';

describe('what the platform provides', () => {
  it('raises a number as BigInt does, small ones and the largest too', () => {
    const modulus = BigInt(`0x${rfc9474.n}`);
    const power = nativePower(modulus, 4_096);
    const bases = [0n, 1n, 2n, numberIn(crypto.getRandomValues(new Uint8Array(511))), modulus - 1n];

    expect(bases.map((base) => power?.(base))).to.deep.equal(
      bases.map((base) => toPublicExponent(base, modulus)),
    );
  });

  it('writes only the visible part of a buffer', () => {
    const part = Uint8Array.of(1, 2, 255, 4).subarray(1, 3);

    expect([nativeText(part, 'hex'), hexOf(part), nativeText(part, 'base64')]).to.deep.equal([
      '02ff',
      '02ff',
      'Av8=',
    ]);
  });
});
