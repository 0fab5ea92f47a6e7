import { type AgentCard, verifyAgentCardSignature } from '@a2a-js/sdk';
import { expect } from 'chai';
import { flattenedVerify, importJWK, type JWK } from 'jose';
import { type Harness, startHarness } from '../support/harness.ts';

type Card = Record<string, unknown> & {
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[];
};

describe('the card for agents', () => {
  let harness: Harness;
  let card: Card;
  let keys: readonly (JWK & { readonly kid: string })[];
  before(async () => {
    harness = await startHarness({ chainIds: [8453] });
    card = (await readJson('/.well-known/agent-card.json')) as Card; // CAST: checked below.
    // CAST: a key set, as RFC 7517 has it.
    ({ keys } = (await readJson('/.well-known/jwks.json')) as { keys: typeof keys });
  });
  after(async () => harness.stop());

  const readJson = async (path: string): Promise<unknown> =>
    (await fetch(`${harness.url}${path}`)).json();

  /** By jose alone, over RFC 8785 in its own words. */
  const isGood = async ({ signatures, ...content }: Card): Promise<boolean> => {
    const [{ protected: head, signature } = { protected: '', signature: '' }] = signatures;
    // CAST: a header of JWS.
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    const key = keys.find((one) => one.kid === kid);
    if (key === undefined) throw new Error('the key set has no such key');
    const payload = Buffer.from(canonical(content)).toString('base64url');
    return flattenedVerify(
      { protected: head, payload, signature },
      await importJWK(key, 'EdDSA'),
    ).then(
      ({ protectedHeader }) => protectedHeader?.alg === 'EdDSA',
      () => false,
    );
  };

  it('verifies with jose, by a key of /.well-known/jwks.json, over its canonical form without the signatures', async () => {
    const head = Buffer.from(card.signatures[0]?.protected ?? '', 'base64url').toString();

    expect(JSON.parse(head)).to.deep.equal({ alg: 'EdDSA', typ: 'JOSE', kid: keys.at(-1)?.kid });
    expect(await isGood(card)).to.equal(true);
  });

  it('does not verify if any one field of it is changed, removed or added', async () => {
    const { signatures: _own, ...content } = card;
    const skills = card['skills'] as readonly object[]; // CAST: a list, as the shape says.
    const changed: readonly object[] = [
      ...Object.keys(content).map((name) => ({ ...card, [name]: 'another' })),
      ...Object.keys(content).map((name) => ({ ...card, [name]: undefined })),
      { ...card, provider: { organization: 'somebody else', url: 'https://else.example' } },
      { ...card, skills: skills.toReversed() },
      {
        ...card,
        supportedInterfaces: [
          { url: 'https://else.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        ],
      },
    ];

    for (const one of changed)
      expect(await isGood(one as Card), JSON.stringify(one).slice(0, 200)).to.equal(false); // CAST: but for that field.
  });

  it('verifies by the SDK of A2A, which reads it as Protocol Buffers first', async () => {
    const verify = verifyAgentCardSignature(async (kid) => {
      const key = keys.find((one) => one.kid === kid);
      return key ?? { kty: 'OKP' };
    });

    await verify(card as unknown as AgentCard); // CAST: as the SDK's own client gets it.
  });

  it('says where the service itself listens, and not where it was asked', async () => {
    const url = `${harness.url}/api/a2a`;

    expect(card['supportedInterfaces']).to.deep.equal([
      { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ]);
  });
});

/** RFC 8785 for what has neither floats nor names outside of ASCII. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const written = members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${written.join(',')}}`;
}
