import { type RsaIssuer, rsaIssuer } from '@interline/adapters/token-issuer';
import { blindMessages, finalizeAll, readPublicKey } from '@interline/client/passes';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';

const count = 12;

/**
 * Blindness as algebra: whatever the mint saw, every pass could have come of it. For an issue with
 * the blinded value b and the signature s, and a pass whose encoded message is m and signature t, the
 * factor r = s / t fits, for b = m * r^e.
 */
describe('what the mint signed and what is spent', () => {
  let issuer: RsaIssuer;
  before(() => {
    issuer = rsaIssuer({ secret: randomBytes(32), threads: 1 });
  });
  after(() => issuer.close());

  it('fit together in every pairing, each by a different blinding factor', async () => {
    const mint = await issuer.createKey();
    const key = await readPublicKey(mint.publicKey);
    const blindings = await blindMessages(key, count);
    const signed = await issuer.blindSign(
      mint,
      blindings.map(({ blinded }) => blinded),
    );
    const passes = finalizeAll(key, blindings, signed);
    const toPublic = (base: bigint): bigint => powerOf(base, 65_537n, key.modulus);

    const factors = blindings.flatMap(({ blinded }, issue) =>
      passes.map(({ sig }) => {
        const signature = numberIn(Buffer.from(sig, 'base64'));
        const factor =
          (numberIn(signed[issue] ?? new Uint8Array()) * inverseOf(signature, key.modulus)) %
          key.modulus;
        const message = toPublic(signature);
        expect((message * toPublic(factor)) % key.modulus).to.equal(numberIn(blinded));
        return factor;
      }),
    );

    expect([factors.length, new Set(factors).size]).to.deep.equal([count * count, count * count]);
  });
});

function numberIn(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [power, square] = [1n, base % modulus];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left % 2n === 1n) power = (power * square) % modulus;
    square = (square * square) % modulus;
  }
  return power;
}

function inverseOf(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b !== 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return ((x % modulus) + modulus) % modulus;
}
