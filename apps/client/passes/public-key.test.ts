import { expect } from 'chai';
import { readPublicKey } from './public-key.ts';

describe('the key of a mint', () => {
  it('is taken if it is one of RSA, with 2,048 bits and the exponent 65537', async () => {
    const { bits, thumb } = await readPublicKey(await jwk(2_048));

    expect([bits, thumb.length]).to.deep.equal([2_048, 43]);
  });

  it('has the thumb of RFC 7638', async () => {
    // Its section 3.1.
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';

    expect((await readPublicKey({ kty: 'RSA', n, e: 'AQAB' })).thumb).to.equal(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    );
  });

  it('is refused if it could identify a caller: small, even, smooth, or of another exponent', async () => {
    const good = await jwk(2_048);
    const times = (factor: bigint): string => {
      const hex = (((1n << 2_046n) / factor) * factor).toString(16);
      return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
    };
    for (const [bad, why] of [
      [{ ...good, e: 'Aw' }, /65537/],
      [{ ...good, kty: 'EC' }, /RSA/],
      [await jwk(1_024), /1024 bits/],
      [await jwk(3_072), /3072 bits/],
      [{ ...good, n: times(3n) }, /bits|divided/],
    ] as const)
      expect(String(await readPublicKey(bad).catch((error: unknown) => error))).to.match(why);
    for (const factor of [2n, 3n, 65_521n]) {
      const n = ((1n << 2_047n) / factor + 1n) * factor;
      const smooth = { ...good, n: Buffer.from(n.toString(16), 'hex').toString('base64url') };
      expect(String(await readPublicKey(smooth).catch((error: unknown) => error))).to.match(
        /is divided by [0-9]+;/,
      );
    }
  });

  it('is refused for every prime factor below 65,536, and for none above', async () => {
    const factors: readonly (readonly [number, number])[] = [
      [251, 2_040],
      [65_521, 2_032],
      [131_071, 2_031],
    ];
    const outcomes = factors.map(async ([factor, bits]) => {
      const rest = Buffer.from((await jwk(bits)).n, 'base64url');
      const modulus = BigInt(factor) * BigInt(`0x${rest.toString('hex')}`);
      const n = Buffer.from(modulus.toString(16), 'hex').toString('base64url');
      return readPublicKey({ kty: 'RSA', n, e: 'AQAB' }).then(
        (key) => key.bits,
        (error: unknown) => String(error),
      );
    });

    expect(await Promise.all(outcomes)).to.deep.equal([
      'Error: the key of the mint is divided by 251; take no pass from it',
      'Error: the key of the mint is divided by 65521; take no pass from it',
      2_048,
    ]);
  });
});

async function jwk(modulusLength: number): Promise<{ kty: string; n: string; e: string }> {
  const { publicKey } = await crypto.subtle.generateKey(
    {
      name: 'RSA-PSS',
      modulusLength,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-384',
    },
    true,
    ['sign', 'verify'],
  );
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { kty: 'RSA', n, e };
}
