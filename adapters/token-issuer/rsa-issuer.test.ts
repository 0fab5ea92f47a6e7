import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { blindSign, isSignature, rawKey, verifyingKey } from './blind-rsa.ts';
import { rfc9474 } from './rfc9474-vectors.ts';
import { rsaIssuer } from './rsa-issuer.ts';

describe('a blind signature', () => {
  const key = rawKey(createPrivateKey({ key: vectorJwk(), format: 'jwk' }));

  for (const { name, blindedMsg, blindSig } of rfc9474.variants)
    it(`is the one of RFC 9474, appendix A: ${name}`, () => {
      const signed = blindSign(key, rawKey(createPublicKey(key)), bytes(blindedMsg));

      expect(Buffer.from(signed).toString('hex')).to.equal(blindSig);
    });

  // One with another salt is of another protocol: RFC 9474, section 6.1, keeps a key to one of them.
  for (const { name, saltBytes, inputMsg, sig } of rfc9474.variants)
    it(`${saltBytes === 48 ? 'verifies' : 'is refused'} once it is finalized, and over no other message: ${name}`, () => {
      const [signature, message] = [bytes(sig), bytes(inputMsg)];
      const publicKey = verifyingKey(createPublicKey(key));

      expect([
        isSignature(publicKey, message, signature),
        isSignature(publicKey, message.subarray(1), signature),
        isSignature(publicKey, message, signature.subarray(1)),
        isSignature(publicKey, message, Buffer.alloc(512)),
      ]).to.deep.equal([saltBytes === 48, false, false, false]);
    });

  it('is not given out if it does not verify', () => {
    const { publicKey: another } = generateKeyPairSync('rsa', { modulusLength: 4_096 });

    const [{ blindedMsg }] = rfc9474.variants;

    expect(() => blindSign(key, rawKey(another), bytes(blindedMsg))).to.throw(
      /does not verify|too large/i,
    );
  });
});

describe('the issuer', () => {
  const secret = randomBytes(32);
  const issuer = rsaIssuer({ secret, threads: 1 });
  after(() => issuer.close());

  it('signs a hundred values and one more in their order, the same every time', async () => {
    const key = await issuer.createKey();
    const values = Array.from({ length: 101 }, (_, at) =>
      Buffer.alloc(256, at % 100).fill(0, 0, 1),
    );
    values.forEach((value, at) => value.writeUInt16BE(at + 2, 254));
    const signatures = await issuer.blindSign(key, values);
    const publicKey = createPublicKey({
      key: { ...key.publicKey, key_ops: ['verify'] },
      format: 'jwk',
    });

    expect(signatures.map((one) => openedBy(publicKey, one))).to.deep.equal(
      values.map((value) => value.toString('hex')),
    );
    expect(await issuer.blindSign(key, values.slice(100))).to.deep.equal(signatures.slice(100));
  });

  it('signs numbers of 256 bytes above 1 and below the modulus less 1', async () => {
    const { publicKey } = await issuer.createKey();
    const modulus = BigInt(`0x${Buffer.from(publicKey.n, 'base64url').toString('hex')}`);
    const isSignable = (value: bigint, length = 256): boolean =>
      issuer.isSignable(
        publicKey,
        Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex'),
      );

    expect(
      [0n, 1n, 2n, modulus - 2n, modulus - 1n, modulus].map((value) => isSignable(value)),
    ).to.deep.equal([false, false, true, true, false, false]);
    expect([isSignable(2n, 255), isSignable(2n, 257)]).to.deep.equal([false, false]);
  });

  it('has a tag of each key: the first 8 bytes of SHA-256 of its thumb', () => {
    expect(issuer.tagOf('0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g')).to.equal(
      '309e6e637b5cbcc5',
    );
  });

  it('holds an opened key for a minute at a time, and none that the store has destroyed', async () => {
    const due: { readonly run: () => void; readonly ms: number }[] = [];
    const held = rsaIssuer({ secret, threads: 1, later: (run, ms) => due.push({ run, ms }) });
    const key = await held.createKey();
    const value = Buffer.alloc(256, 1);
    const first = [await held.blindSign(key, [value]), await held.blindSign(key, [value])];
    const opened = due.splice(0);
    const destroyed = await held
      .blindSign({ ...key, sealed: '' }, [value])
      .catch(() => 'not opened');
    for (const { run } of opened) run();
    const again = await held.blindSign(key, [value]);
    await held.close();

    expect(opened.map(({ ms }) => ms)).to.deep.equal([60_000]);
    expect(destroyed).to.equal('not opened');
    expect(due.map(({ ms }) => ms)).to.deep.equal([60_000]);
    expect([...first, again]).to.deep.equal([again, again, again]);
  });

  it('opens a key that was sealed with its secret, and no other', async () => {
    const key = await issuer.createKey();
    const value = Buffer.alloc(256, 1);
    const stranger = rsaIssuer({ secret: randomBytes(32), threads: 1 });
    const another = await issuer.createKey();
    const tampered = Buffer.from(key.sealed, 'base64url');
    tampered.writeUInt8(tampered.readUInt8() ^ 1);

    expect((await issuer.blindSign(key, [value])).length).to.equal(1);
    for (const signed of [
      stranger.blindSign(key, [value]),
      issuer.blindSign({ ...key, sealed: tampered.toString('base64url') }, [value]),
      issuer.blindSign({ ...key, sealed: another.sealed }, [value]),
    ])
      expect(await signed.catch(() => 'refused')).to.equal('refused');
    await stranger.close();
  });
});

describe('a thread that signs and hangs', () => {
  it('is replaced: its claim may be sent again, and the claims behind it are signed', async () => {
    const issuer = rsaIssuer({
      secret: randomBytes(32),
      threads: 1,
      worker: new URL('./testing/hanging-worker.ts', import.meta.url),
      deadlineMs: 1_500,
    });
    const key = await issuer.createKey();
    const good = Buffer.alloc(256, 1);
    const hanging: unknown = await issuer
      .blindSign(key, [Buffer.alloc(256, 9)])
      .catch((error: unknown) => error);
    // A machine that takes longer than that to start a thread has it signed when it is sent again.
    let signed: readonly Uint8Array[] | null = null;
    while (signed === null) signed = await issuer.blindSign(key, [good]).catch(unlessBusy);
    await issuer.close();

    expect(hanging).to.include({ code: 'SIGNER_BUSY' });
    expect(Buffer.from(signed[0] ?? []).equals(good)).to.equal(true);
  });
});

/** Null where the claim may be sent again. */
function unlessBusy(error: unknown): null {
  if (error instanceof RelayError && error.code === 'SIGNER_BUSY') return null;
  throw error;
}

function openedBy(key: ReturnType<typeof createPublicKey>, signature: Uint8Array): string {
  const { n = '' } = key.export({ format: 'jwk' });
  const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`);
  const base = BigInt(`0x${Buffer.from(signature).toString('hex')}`);
  let power = base;
  for (let squared = 0; squared < 16; squared += 1) power = (power * power) % modulus;
  return ((power * base) % modulus).toString(16).padStart(512, '0');
}

function vectorJwk() {
  const { n, d, p, q } = rfc9474;
  const [prime, other, secret] = [p, q, d].map((hex) => BigInt(`0x${hex}`)) as [
    bigint,
    bigint,
    bigint,
  ]; // CAST: three of three.
  const text = (value: bigint): string => {
    const hex = value.toString(16);
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString(
      'base64url',
    );
  };
  return {
    kty: 'RSA',
    e: 'AQAB',
    n: Buffer.from(n, 'hex').toString('base64url'),
    d: text(secret),
    p: text(prime),
    q: text(other),
    dp: text(secret % (prime - 1n)),
    dq: text(secret % (other - 1n)),
    qi: text(inverseOf(other, prime)),
  };
}

function inverseOf(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b !== 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return ((x % modulus) + modulus) % modulus;
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
