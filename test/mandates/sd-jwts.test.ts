import { sdJwts } from '@interline/adapters/sd-jwt';
import type { PublicJwk } from '@interline/ports';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import {
  agentKey,
  type ForeignKey,
  issue,
  issueCredential,
  presentBound,
  presentChain,
  signWith,
  tokenOf,
  userKey,
} from './foreign-tokens.ts';

const user = userKey();
const agent = agentKey();

function publicOf({ jwk }: ForeignKey): PublicJwk {
  const key = sdJwts.keyOf(jwk);
  if (key === null) throw new Error('no key');
  return key;
}

describe('a token of @sd-jwt/core', () => {
  const claims = {
    vct: 'mandate.payment.open.1',
    allowed: [{ id: 'a' }, { id: 'b' }],
    note: { said: 'to none' },
  };
  const frame = { _sd: ['note'], allowed: { _sd: [0, 1] } };

  it('is read with what it discloses in its place, under the key that signed it and no other', async () => {
    const token = await issue(user, claims, { frame });

    const read = sdJwts.verify(token, publicOf(user));

    expect(read?.claims).to.deep.equal(claims);
    expect(read?.hidden).to.deep.equal([]);
    expect(sdJwts.verify(token, publicOf(userKey()))).to.equal(null);
    expect(sdJwts.verify(token, publicOf(agent))).to.equal(null);
  });

  it('is read as a credential of @sd-jwt/sd-jwt-vc too', async () => {
    const credential = { vct: 'mandate.payment.open.1', iss: 'https://wallet.example', iat: 1 };
    const token = await issueCredential(user, credential);

    const read = sdJwts.verify(token, publicOf(user));

    expect(read?.claims).to.deep.equal(credential);
    expect(read?.header).to.include({ typ: 'dc+sd-jwt' });
  });

  it('is read by an Ed25519 key too', async () => {
    const token = await issue(agent, claims, { frame });

    expect(sdJwts.verify(token, publicOf(agent))?.claims).to.deep.equal(claims);
  });

  it('says where something is hidden', async () => {
    const [jwt = '', ...parts] = (await issue(user, claims, { frame })).split('~');
    const disclosures = parts.filter((one) => textIn(one).includes('"id":"a"'));

    const read = sdJwts.verify([jwt, ...disclosures, ''].join('~'), publicOf(user));

    expect(read?.claims).to.deep.equal({ vct: 'mandate.payment.open.1', allowed: [{ id: 'a' }] });
    expect(read?.hidden).to.have.members(['allowed[1]', '_sd']);
  });

  it('is one token whatever form its signature comes in', async () => {
    const token = await issue(user, claims);
    const [head = '', body = '', signature = ''] = token.slice(0, -1).split('.');
    const other = otherForm(signature);

    const one = sdJwts.verify(token, publicOf(user));
    const twin = sdJwts.verify(`${head}.${body}.${other}~`, publicOf(user));

    expect(other).to.not.equal(signature);
    expect(twin?.signedHash).to.equal(one?.signedHash);
  });
});

describe('what is not a token', () => {
  const signedBy = (key: ForeignKey) => (text: string) => signWith(key, text);
  const refused = (token: string, key: PublicJwk = publicOf(user)): void =>
    expect(sdJwts.verify(token, key)).to.equal(null) as unknown as void;
  const header = { alg: 'ES256' };

  it('is one without a signature: alg none', () => {
    refused(`${tokenOf({ alg: 'none' }, { vct: 'x' }, () => '')}~`);
    refused(`${tokenOf({ alg: 'none' }, { vct: 'x' }, signedBy(user))}~`);
  });

  it('is one whose header names another algorithm than the key has, or what must be understood', () => {
    refused(`${tokenOf({ alg: 'HS256' }, { vct: 'x' }, signedBy(user))}~`);
    refused(`${tokenOf({ alg: 'EdDSA' }, { vct: 'x' }, signedBy(user))}~`);
    refused(`${tokenOf({ ...header, crit: ['b64'] }, { vct: 'x' }, signedBy(user))}~`);
    refused(`${tokenOf({ ...header, alg: undefined }, { vct: 'x' }, signedBy(user))}~`);
  });

  it('is one with a DER signature, as node signs by default', () => {
    const token = tokenOf(header, { vct: 'x' }, (text) =>
      // A DER signature of the same text is not what JWS has (RFC 7518, 3.4).
      derOf(signWith(user, text)),
    );
    refused(`${token}~`);
  });

  it('is one whose claims were changed after the signature', async () => {
    const [head = '', , signature = ''] = (await issue(user, { max: 1 })).slice(0, -1).split('.');
    const body = Buffer.from(JSON.stringify({ max: 2 })).toString('base64url');
    refused(`${head}.${body}.${signature}~`);
  });

  it('is one with a disclosure of no digest, one that comes twice, or another digest algorithm', async () => {
    const token = await issue(user, { a: 1 }, { frame: { _sd: ['a'] } });
    const [, disclosure = ''] = token.split('~');
    const stray = Buffer.from(JSON.stringify(['salt', 'admin', true])).toString('base64url');

    expect(sdJwts.verify(token, publicOf(user))?.claims).to.deep.equal({ a: 1 });
    refused(`${token}${stray}~`);
    refused(`${token}${disclosure}~`);
    refused(`${tokenOf(header, { _sd_alg: 'sha-512', a: 1 }, signedBy(user))}~`);
  });

  it('is one whose disclosure says again what is there, or writes a name that is reserved', () => {
    const disclosed = (name: string, value: unknown): string =>
      Buffer.from(JSON.stringify(['salt', name, value])).toString('base64url');
    const withOne = (disclosure: string, payload: object): string => {
      const _sd = [createHash('sha256').update(disclosure).digest('base64url')];
      return `${tokenOf(header, { ...payload, _sd }, signedBy(user))}~${disclosure}~`;
    };

    expect(sdJwts.verify(withOne(disclosed('max', 2), {}), publicOf(user))?.claims).to.deep.equal({
      max: 2,
    });
    refused(withOne(disclosed('max', 2), { max: 1 }));
    refused(withOne(disclosed('_sd', []), {}));
    refused(withOne(disclosed('__proto__', { max: 9 }), {}));
  });

  it('is a key of another kind, one with a private part, or a point that is not on the curve', () => {
    expect(sdJwts.keyOf({ ...user.jwk, y: user.jwk['x'] })).to.equal(null);
    expect(sdJwts.keyOf({ ...agent.jwk, d: 'AA' })).to.equal(null);
    expect(sdJwts.keyOf({ kty: 'oct', k: 'AA' })).to.equal(null);
    expect(sdJwts.keyOf({ ...user.jwk, kid: 'x' })).to.deep.equal(user.jwk);
  });
});

describe('a presentation', () => {
  const binding = { aud: 'https://relay.example', nonce: 'n1' };

  it('is split into the token and what binds it, in the form of RFC 9901 and in that of AP2', async () => {
    const token = await issue(user, { vct: 'open' });
    const bound = sdJwts.split(await presentBound(token, agent, { vct: 'closed' }, binding));
    const chained = sdJwts.split(await presentChain(token, agent, { vct: 'closed' }, binding));

    expect([bound.token, chained.token]).to.deep.equal([token, token]);
    const claims = [bound, chained].map(
      (one) => sdJwts.verify(one.binding ?? '', publicOf(agent))?.claims,
    );
    for (const one of claims) {
      expect(one).to.include({ ...binding, sd_hash: sdJwts.hashOf(token) });
      expect(one?.['delegate_payload']).to.deep.equal([{ vct: 'closed' }]);
    }
    expect(sdJwts.split(token)).to.include({ token, binding: null });
    expect(sdJwts.split(`${token}~${token}~${token}`).furtherTokens).to.equal(1);
  });
});

function textIn(disclosure: string): string {
  return Buffer.from(disclosure, 'base64url').toString();
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The same signature with the other s. */
function otherForm(signature: string): string {
  const hex = Buffer.from(signature, 'base64url').toString('hex');
  const s = (order - BigInt(`0x${hex.slice(64)}`)).toString(16).padStart(64, '0');
  return Buffer.from(hex.slice(0, 64) + s, 'hex').toString('base64url');
}

function derOf(signature: string): string {
  const raw = Buffer.from(signature, 'base64url');
  const whole = (part: Buffer): Buffer => {
    const value = (part[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), part]) : part;
    return Buffer.concat([Buffer.from([2, value.length]), value]);
  };
  const body = Buffer.concat([whole(raw.subarray(0, 32)), whole(raw.subarray(32))]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]).toString('base64url');
}
