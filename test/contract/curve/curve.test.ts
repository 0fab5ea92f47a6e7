import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { SigningKey } from 'ethers/crypto';
import fc from 'fast-check';
import { type Curve, nativeCurve, openCurve, wasmCurve } from '@interline/adapters/curve';
import { nobleCurve } from './noble-curve.ts';
import { wycheproof } from './wycheproof.ts';

const native = nativeCurve();
const curves: readonly Curve[] = [...(native === null ? [] : [native]), wasmCurve, nobleCurve];

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const prime = 2n ** 256n - 2n ** 32n - 977n;
const bytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();
const hex = (value: Uint8Array | null): string | null =>
  value === null ? null : Buffer.from(value).toString('hex');

/** The usual vectors of RFC 6979 on secp256k1 with SHA-256, as Trezor, bitcoinjs and Haskoin have them. */
const vectors = [
  {
    key: '1',
    message: 'Satoshi Nakamoto',
    rs: '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
  },
  {
    key: '1',
    message: 'All those moments will be lost in time, like tears in rain. Time to die...',
    rs: '8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21',
  },
  {
    key: (order - 1n).toString(16),
    message: 'Satoshi Nakamoto',
    rs: 'fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5',
  },
  {
    key: 'f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181',
    message: 'Alan Turing',
    rs: '7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea',
  },
];

/** What no key can have made, or no library may read, by what is wrong with it. */
const refused: readonly (readonly [string, Uint8Array])[] = [
  ['r is zero', Buffer.concat([bytes(0n), bytes(1n)])],
  ['s is zero', Buffer.concat([bytes(1n), bytes(0n)])],
  ['both are zero', Buffer.alloc(64)],
  ['r is the order', Buffer.concat([bytes(order), bytes(1n)])],
  ['s is the order', Buffer.concat([bytes(1n), bytes(order)])],
  ['r is beyond the field', Buffer.concat([bytes(prime), bytes(1n)])],
  ['all bits are set', Buffer.alloc(64, 0xff)],
  // 5^3 + 7 is not a square in the field.
  ['r is the x of no point', Buffer.concat([bytes(5n), bytes(1n)])],
  ['a byte is missing', Buffer.alloc(63, 1)],
  ['a byte is too many', Buffer.alloc(65, 1)],
  ['it is empty', new Uint8Array()],
];

const keys = fc
  .oneof(
    fc.bigInt({ min: 1n, max: order - 1n }),
    fc.bigInt({ min: 1n, max: 9n }),
    fc.bigInt({ min: order - 9n, max: order - 1n }),
  )
  .map(bytes);
const digests = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.bigInt({ min: 0n, max: 9n }),
    fc.bigInt({ min: order - 9n, max: order + 9n }),
    fc.bigInt({ min: 2n ** 256n - 9n, max: 2n ** 256n - 1n }),
  )
  .map(bytes);

for (const curve of curves)
  describe(`the ${curve.name} curve`, () => {
    it('signs as RFC 6979 demands, and finds the key again', () => {
      for (const { key, message, rs } of vectors) {
        const privateKey = bytes(BigInt(`0x${key}`));
        const digest = sha256(message);

        const signature = curve.sign(digest, privateKey);

        expect(hex(signature.rs), message).to.equal(rs);
        expect(hex(curve.recover(digest, signature))).to.equal(hex(curve.publicKeyOf(privateKey)));
      }
    });

    it('finds the same key for the mirrored signature with a high s, as ecrecover does', () => {
      const [digest, key] = [sha256('a digest'), bytes(7n)];
      const { rs, yParity } = curve.sign(digest, key);
      const s = BigInt(`0x${hex(rs.subarray(32)) ?? ''}`);

      const mirrored = Buffer.concat([rs.subarray(0, 32), bytes(order - s)]);

      expect(s <= order / 2n).to.equal(true);
      expect(hex(curve.recover(digest, { rs: mirrored, yParity: yParity === 0 ? 1 : 0 }))).to.equal(
        hex(curve.publicKeyOf(key)),
      );
      expect(hex(curve.recover(digest, { rs: mirrored, yParity }))).not.to.equal(
        hex(curve.publicKeyOf(key)),
      );
    });

    for (const [what, rs] of refused)
      it(`finds no key if ${what}`, () => {
        for (const yParity of [0, 1] as const)
          expect(curve.recover(sha256('a digest'), { rs, yParity })).to.equal(null);
      });

    it('finds no key if the signature leads to the point at infinity', () => {
      // The key is (s R - z G) / r, and here R is G and s is z.
      const x = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
      const rs = Buffer.concat([bytes(x), bytes(9n)]);

      expect(curve.recover(bytes(9n), { rs, yParity: 0 })).to.equal(null);
    });

    it('refuses in its own words what is not a key or not a digest', () => {
      for (const key of [
        bytes(0n),
        bytes(order),
        Buffer.alloc(32, 0xff),
        Buffer.alloc(31, 1),
        Buffer.alloc(33, 1),
      ]) {
        const words = 'a private key must be 32 bytes, above zero and below the order of secp256k1';
        expect(curve.isPrivateKey(key)).to.equal(false);
        expect(() => curve.publicKeyOf(key)).to.throw(RangeError, words);
        expect(() => curve.sign(sha256(''), key)).to.throw(RangeError, words);
      }
      for (const digest of [Buffer.alloc(31, 1), Buffer.alloc(33, 1)]) {
        const words = `a digest must be 32 bytes; got ${digest.length}`;
        expect(() => curve.sign(digest, bytes(1n))).to.throw(RangeError, words);
        expect(() => curve.recover(digest, { rs: Buffer.alloc(64, 1), yParity: 0 })).to.throw(
          RangeError,
          words,
        );
      }
      expect(curve.isPrivateKey(bytes(order - 1n))).to.equal(true);
    });

    it('leaves key and digest as they were', () => {
      const [digest, key] = [bytes(order + 5n), bytes(5n)];

      curve.sign(digest, key);

      expect([hex(digest), hex(key)]).to.deep.equal([hex(bytes(order + 5n)), hex(bytes(5n))]);
    });

    it('judges signatures as project Wycheproof does', function () {
      const judged = wycheproof('ecdsa_secp256k1_sha256_p1363_test.json');
      if (judged === null) return this.skip();

      const differs = judged.filter(
        ({ publicKey, message, signature: rs, isValid }) =>
          ([0, 1] as const).some(
            (yParity) => hex(curve.recover(sha256(message), { rs, yParity })) === hex(publicKey),
          ) !== isValid,
      );

      expect(judged.length).to.be.above(200);
      expect(differs.map(({ name }) => name)).to.deep.equal(judgedOtherwise);
    });
  });

/** Valid, but their point's x is beyond the order, which `ecrecover`'s one bit cannot name either. */
const judgedOtherwise: readonly string[] = [
  '115 k*G has a large x-coordinate',
  '247 r = 2, x = n + 2 is the smallest possible x with a reduction',
];

describe('all curves', () => {
  it('make the same signatures and keys, byte for byte, with s low, and find the key again', () => {
    fc.assert(
      fc.property(digests, keys, (digest, key) => {
        const expected = nobleCurve.sign(digest, key);
        const publicKey = hex(nobleCurve.publicKeyOf(key));
        for (const curve of curves) {
          const { rs, yParity } = curve.sign(digest, key);
          expect([hex(rs), yParity]).to.deep.equal([hex(expected.rs), expected.yParity]);
          expect(BigInt(`0x${hex(rs.subarray(32)) ?? ''}`) <= order / 2n).to.equal(true);
          expect(hex(curve.publicKeyOf(key))).to.equal(publicKey);
          expect(hex(curve.recover(digest, { rs, yParity }))).to.equal(publicKey);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('find the same key, or none, in any 64 bytes', () => {
    const scalars = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.bigInt({ min: 0n, max: 99n }),
      fc.bigInt({ min: order - 9n, max: order + 9n }),
    );
    fc.assert(
      fc.property(digests, scalars, scalars, fc.constantFrom(0, 1), (digest, r, s, yParity) => {
        const signature = { rs: Buffer.concat([bytes(r), bytes(s)]), yParity } as const;
        const expected = hex(nobleCurve.recover(digest, signature));
        for (const curve of curves)
          expect(hex(curve.recover(digest, signature)), curve.name).to.equal(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('sign as the library does that payers use', () => {
    fc.assert(
      fc.property(
        digests.filter((digest) => BigInt(`0x${hex(digest) ?? ''}`) < order),
        keys,
        (digest, key) => {
          const { r, s, yParity } = new SigningKey(key).sign(digest);
          const signed = wasmCurve.sign(digest, key);
          expect([`0x${hex(signed.rs) ?? ''}`, signed.yParity]).to.deep.equal([
            r + s.slice(2),
            yParity,
          ]);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the curve of a process', () => {
  it('is the native one if the platform has a prebuilt of it', () => {
    const hasPrebuilt = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(
      `${process.platform}-${process.arch}`,
    );

    expect(openCurve({}).name).to.equal(hasPrebuilt ? 'native' : 'wasm');
  });

  it('is the one in WebAssembly if the native one does not load, answers wrongly, or is not wanted', () => {
    const wrong: readonly (() => Curve | null)[] = [
      () => null,
      () => ({ ...wasmCurve, name: 'native', recover: () => null }),
      () => ({ ...wasmCurve, name: 'native', sign: (digest) => wasmCurve.sign(digest, bytes(1n)) }),
      () => ({
        ...wasmCurve,
        name: 'native',
        sign: () => {
          throw new Error('a fault of the binding');
        },
      }),
    ];

    for (const open of wrong) expect(openCurve({}, open)).to.equal(wasmCurve);
    expect(openCurve({ INTERLINE_CURVE: 'wasm' }, () => wasmCurve)).to.equal(wasmCurve);
  });
});
