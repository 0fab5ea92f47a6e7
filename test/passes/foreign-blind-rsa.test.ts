import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { type RsaIssuer, rsaIssuer } from '@interline/adapters/token-issuer';
import { blindMessages, finalizeAll, readPublicKey } from '@interline/client/passes';
import { randomBytes, webcrypto } from 'node:crypto';
import { expect } from 'chai';
import { passOf } from './mint-on.ts';

/** The other implementation: Cloudflare's, whose own tests hold it to the vectors of RFC 9474. */
const foreign = RSABSSA.SHA384.PSS.Randomized({ supportsRSARAW: false });
const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };

describe('compared with another implementation of RFC 9474,', () => {
  let issuer: RsaIssuer;
  before(() => {
    issuer = rsaIssuer({ secret: randomBytes(32), threads: 1 });
  });
  after(() => issuer.close());

  it('the mint signs for its client, and takes its pass', async () => {
    const mint = await issuer.createKey();
    const { kty, n, e } = mint.publicKey;
    const key = await webcrypto.subtle.importKey('jwk', { kty, n, e }, algorithm, true, ['verify']);
    const message = foreign.prepare(Buffer.from(`svc-plus-v1:${'0f'.repeat(32)}`));
    const { blindedMsg, inv } = await foreign.blind(key, message);
    const [signed = new Uint8Array()] = await issuer.blindSign(mint, [blindedMsg]);
    const signature = await foreign.finalize(key, message, signed, inv);

    expect(issuer.verify(mint.publicKey, message, signature)).to.equal(true);
  });

  it('the client blinds for its mint, which takes the pass', async () => {
    const { publicKey, privateKey } = (await RSABSSA.SHA384.generateKey({
      modulusLength: 2_048,
      publicExponent: Uint8Array.of(1, 0, 1),
    })) as webcrypto.CryptoKeyPair; // CAST: the library's types want the DOM's.
    const { n = '', e = '' } = await webcrypto.subtle.exportKey('jwk', publicKey);
    const key = await readPublicKey({ kty: 'RSA', n, e });
    const blindings = await blindMessages(key, 1);
    const signed = await Promise.all(
      blindings.map(({ blinded }) => foreign.blindSign(privateKey, blinded)),
    );
    const [pass] = finalizeAll(key, blindings, signed).map(passOf);

    expect(
      pass && (await foreign.verify(publicKey, pass.signature, pass.preparedMessage)),
    ).to.equal(true);
  });
});
