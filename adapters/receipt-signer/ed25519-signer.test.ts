import { expect } from 'chai';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { ed25519Signer } from './ed25519-signer.ts';

describe('a signed receipt', () => {
  const signer = ed25519Signer(randomBytes(32));

  it('is a JWS that its public key verifies, the same for the same claims', () => {
    const key = signer.createKey();
    const jws = signer.sign(key, 'interline-receipt+jwt', { id: 'rt_1', minOut: '24875000' });
    const [head = '', claims = '', signature = ''] = jws.split('.');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const isGood = (signed: string): boolean =>
      verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url'));

    expect([head, claims].map((part) => JSON.parse(textIn(part)) as unknown)).to.deep.equal([
      { alg: 'EdDSA', typ: 'interline-receipt+jwt', kid: key.kid },
      { id: 'rt_1', minOut: '24875000' },
    ]);
    expect([isGood(`${head}.${claims}`), isGood(`${head}.${claims}x`)]).to.deep.equal([
      true,
      false,
    ]);
    expect(signer.sign(key, 'interline-receipt+jwt', { id: 'rt_1', minOut: '24875000' })).to.equal(
      jws,
    );
  });

  it('is made by a key that opens with its own secret and name only', () => {
    const [key, other] = [signer.createKey(), signer.createKey()];
    const stranger = ed25519Signer(randomBytes(32));

    expect(() => stranger.sign(key, 't', {})).to.throw();
    expect(() => signer.sign({ ...key, sealed: other.sealed }, 't', {})).to.throw();
  });
});

function textIn(part: string): string {
  return Buffer.from(part, 'base64url').toString();
}
