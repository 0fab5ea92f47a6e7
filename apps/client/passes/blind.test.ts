import { expect } from 'chai';
import { blindDrawn, blindMessages, finalizeAll } from './blind.ts';
import { bytesOf, hexOf, inversesOf, numberIn, toPublicExponent } from './numbers.ts';
import { rfc9474 } from './rfc9474-vectors.ts';

const key = { modulus: numberIn(bytesIn(rfc9474.n)), bits: 4_096, thumb: '' };

describe('blinding', () => {
  const drawnIn = ({ inputMsg, salt, inv }: (typeof rfc9474.variants)[number]) => {
    const [factor = 0n] = inversesOf([numberIn(bytesIn(inv))], key.modulus);
    return { preparedMessage: bytesIn(inputMsg), salt: bytesIn(salt), factor };
  };

  // Passes are of the first of them. The others differ in what is drawn: no prefix, or no salt.
  for (const variant of rfc9474.variants)
    it(`makes the blinded message and the signature of RFC 9474, appendix A: ${variant.name}`, async () => {
      const blindings = await blindDrawn(key, [drawnIn(variant)]);
      const passes = finalizeAll(key, blindings, [bytesIn(variant.blindSig)]);

      expect(blindings.map(({ blinded }) => hexOf(blinded))).to.deep.equal([variant.blindedMsg]);
      expect(passes.map(({ sig }) => Buffer.from(sig, 'base64').toString('hex'))).to.deep.equal([
        variant.sig,
      ]);
    });

  it('gives no pass of a batch in which one signature is wrong, or one too few', async () => {
    const [first] = rfc9474.variants;
    const drawn = drawnIn(first);
    const blindings = await blindDrawn(key, [drawn, { ...drawn, factor: 3n }]);
    const right = bytesIn(first.blindSig);

    expect(() => finalizeAll(key, blindings, [right, right])).to.throw(/signature 1 .* discarded/);
    expect(() => finalizeAll(key, blindings, [right])).to.throw(/1 signatures for 2/);
  });

  it('draws as many at once as are asked for, each for itself, and blinds by what it drew', async () => {
    const { modulus } = key;
    const blindings = await blindMessages(key, 200);
    const messages = blindings.map(({ preparedMessage }) => hexOf(preparedMessage));

    for (const part of [
      messages.map((hex) => hex.slice(0, 64)),
      messages.map((hex) => hex.slice(64)),
    ])
      expect(new Set(part).size).to.equal(200);
    for (const part of ['encoded', 'inverse'] as const)
      expect(new Set(blindings.map((one) => one[part])).size).to.equal(200);
    for (const { blinded, encoded, inverse } of blindings.slice(0, 3))
      expect((numberIn(blinded) * toPublicExponent(inverse, modulus)) % modulus).to.equal(encoded);
  });

  it('draws another message every time, of the shape that a pass has', async () => {
    const blindings = await blindMessages(key, 3);
    const messages = blindings.map(({ preparedMessage }) =>
      new TextDecoder('latin1').decode(preparedMessage.subarray(32)),
    );

    expect(new Set(messages).size).to.equal(3);
    for (const message of messages) expect(message).to.match(/^svc-plus-v1:[0-9a-f]{64}$/);
    expect(blindings.map(({ preparedMessage }) => preparedMessage.length)).to.deep.equal([
      108, 108, 108,
    ]);
  });
});

describe('numbers', () => {
  it('have exactly the required length, and are never cut', () => {
    expect(hexOf(bytesOf(0x1ffn, 4))).to.equal('000001ff');
    expect(numberIn(Uint8Array.of(1, 0xff))).to.equal(0x1ffn);
    expect(() => bytesOf(0x1ffn, 1)).to.throw(RangeError);
  });

  it('have inverses, all at once, if they are prime to the modulus', () => {
    expect(inversesOf([3n, 5n, 8n], 11n)).to.deep.equal([4n, 9n, 7n]);
    expect(inversesOf([], 11n)).to.deep.equal([]);
    expect(() => inversesOf([3n, 22n], 11n)).to.throw(RangeError);
  });

  it('are raised to 65537', () => {
    let power = 1n;
    for (let at = 0; at < 65_537; at += 1) power = (power * 3n) % 1_000_003n;

    expect(toPublicExponent(3n, 1_000_003n)).to.equal(power);
  });
});

function bytesIn(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
