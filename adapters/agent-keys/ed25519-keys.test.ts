import { expect } from 'chai';
import { generateKeyPairSync, sign } from 'node:crypto';
import { ed25519Keys } from './ed25519-keys.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });

function jws(header: object, claims: unknown): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

describe("an agent's key", () => {
  it('is named by its thumbprint, as in the example of RFC 8037', () => {
    expect(ed25519Keys.keyIdOf('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).to.equal(
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    );
  });

  it('is 32 bytes in one writing, and no point that signs everything', () => {
    const identity = Buffer.from(`01${'00'.repeat(31)}`, 'hex').toString('base64url');
    const signed = Buffer.from(`81${'00'.repeat(31)}`, 'hex');
    signed[0] = 1;
    signed[31] = 0x80;

    expect(ed25519Keys.keyIdOf(x)).to.match(/^[\w-]{43}$/);
    for (const other of [
      '',
      x.slice(1),
      `${x}A`,
      `${x}=`,
      `${x.slice(0, -1)}${String.fromCharCode(x.charCodeAt(42) + 1)}`,
      identity,
      signed.toString('base64url'),
    ])
      expect(ed25519Keys.keyIdOf(other), other).to.equal(null);
  });

  it('has signed what it has signed, and nothing else', () => {
    const text = Buffer.from('a text');
    const signature = sign(null, text, privateKey);

    expect(ed25519Keys.isSignedBy(x, text, signature)).to.equal(true);
    expect(ed25519Keys.isSignedBy(x, Buffer.from('a Text'), signature)).to.equal(false);
    expect(ed25519Keys.isSignedBy(x, text, signature.subarray(1))).to.equal(false);
    expect(ed25519Keys.isSignedBy(x.slice(1), text, signature)).to.equal(false);
  });

  it('shows what it has signed as a JWS, of no other algorithm and with nothing that must be understood', () => {
    const good = jws({ alg: 'EdDSA', typ: 't' }, { a: 1 });

    expect(ed25519Keys.readJws(x, good)).to.deep.equal({ type: 't', claims: { a: 1 } });
    for (const bad of [
      `${good}.`,
      good.slice(0, -2),
      jws({ alg: 'none' }, { a: 1 }),
      jws({ alg: 'ES256' }, { a: 1 }),
      jws({ alg: 'EdDSA', crit: ['b64'] }, { a: 1 }),
      jws({ alg: 'EdDSA' }, [1]),
      jws({ alg: 'EdDSA' }, 'text'),
      '..',
    ])
      expect(ed25519Keys.readJws(x, bad), bad).to.equal(null);
  });
});
