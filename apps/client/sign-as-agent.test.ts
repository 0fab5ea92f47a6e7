import { expect } from 'chai';
import { createClient } from './client.ts';
import {
  agentFetch,
  agentKeyId,
  createAgentKey,
  readAgentKey,
  signAsAgent,
} from './sign-as-agent.ts';

const nowMs = 1_800_000_000_500;
const url = 'https://relay.example/api/route/execute?a=1';

/** Whether the key has signed these components of the request, by RFC 9421, 2.5. */
async function hasSigned(
  headers: Readonly<Record<string, string>>,
  components: readonly (readonly [string, string])[],
  publicKey: Parameters<typeof crypto.subtle.verify>[1],
): Promise<boolean> {
  const parameters = headers['signature-input']?.replace('agent=', '') ?? '';
  const text = [
    ...components.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = Buffer.from(headers['signature']?.slice('agent=:'.length, -1) ?? '', 'base64');
  return crypto.subtle.verify('Ed25519', publicKey, signature, Buffer.from(text));
}

describe('signing as an agent', () => {
  it('covers method, target, body and Idempotency-Key of a POST, for two minutes', async () => {
    const key = await createAgentKey();
    const body = '{"amount":"25000000"}';
    const headers = { 'Idempotency-Key': 'key-1' };

    const added = await signAsAgent({ method: 'POST', url, headers, body, nowMs }, key);

    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(body))).toString(
      'base64',
    );
    expect(added['content-digest']).to.equal(`sha-256=:${digest}:`);
    expect(added['signature-input']).to.match(
      /^agent=\("@method" "@target-uri" "content-digest" "idempotency-key"\);created=1800000000;expires=1800000120;nonce="[\w-]{32}";keyid="[\w-]{43}";alg="ed25519";tag="interline-agent"$/,
    );
    expect(added['signature-input']).to.include(`keyid="${await agentKeyId(key)}"`);
    const components = [
      ['@method', 'POST'],
      ['@target-uri', url],
      ['content-digest', `sha-256=:${digest}:`],
      ['idempotency-key', 'key-1'],
    ] as const;
    expect(await hasSigned(added, components, key.publicKey)).to.equal(true);
    expect(await hasSigned(added, components, (await createAgentKey()).publicKey)).to.equal(false);
  });

  it('draws a nonce for every request', async () => {
    const key = await createAgentKey();
    const nonces = new Set<string | undefined>();
    for (let at = 0; at < 50; at += 1) {
      const { 'signature-input': input } = await signAsAgent({ method: 'GET', url, nowMs }, key);
      nonces.add(/nonce="([^"]+)"/.exec(input ?? '')?.[1]);
    }

    expect(nonces.size).to.equal(50);
  });

  it('refuses a POST without an Idempotency-Key, which could not be distinguished from its repeat', async () => {
    const refused = await signAsAgent({ method: 'POST', url, nowMs }, await createAgentKey()).catch(
      (error: unknown) => error,
    );

    expect(refused).to.be.instanceOf(TypeError);
  });

  it('signs what a client sends, for where the service says that it is reached', async () => {
    const key = await createAgentKey();
    const sent: { url: string; headers: Headers }[] = [];
    const ask = agentFetch(key, {
      origin: 'https://relay.example',
      async fetch(to, init) {
        sent.push({ url: to, headers: new Headers(init.headers) });
        return new Response('{}');
      },
    });

    await ask('http://127.0.0.1:8787/api/agents/agt_1?a=1', {
      method: 'GET',
      headers: { accept: 'application/json' },
    });

    const [one] = sent;
    expect([one?.url, one?.headers.get('accept')]).to.deep.equal([
      'http://127.0.0.1:8787/api/agents/agt_1?a=1',
      'application/json',
    ]);
    const components = [
      ['@method', 'GET'],
      ['@target-uri', 'https://relay.example/api/agents/agt_1?a=1'],
    ] as const;
    expect(
      await hasSigned(Object.fromEntries(one?.headers ?? []), components, key.publicKey),
    ).to.equal(true);
  });

  it('signs with a key that was kept as a JWK, once that was read', async () => {
    const made = await createAgentKey(true);
    const kept = await crypto.subtle.exportKey('jwk', made.privateKey);

    const key = await readAgentKey(JSON.parse(JSON.stringify(kept)));

    expect(await agentKeyId(key)).to.equal(await agentKeyId(made));
    const added = await signAsAgent({ method: 'GET', url, nowMs }, key);
    const components = [
      ['@method', 'GET'],
      ['@target-uri', url],
    ] as const;
    expect(await hasSigned(added, components, made.publicKey)).to.equal(true);
    for (const other of [null, 'text', {}, { ...kept, d: undefined }, { ...kept, x: 'AAAA' }])
      expect(await readAgentKey(other).catch((error: unknown) => String(error))).to.equal(
        'TypeError: this is not a private key of Ed25519 as a JWK',
      );
  });

  it('says that a JWK is to be read first, and not that no service answers', async () => {
    const kept = await crypto.subtle.exportKey('jwk', (await createAgentKey(true)).privateKey);
    // CAST: as a caller in JavaScript gives it.
    const fetch = agentFetch(kept as unknown as Awaited<ReturnType<typeof createAgentKey>>);
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', tries: 1, fetch });

    const error = await client.call('GET /api/agents', {}).catch(String);

    expect(error).to.equal(
      'NoAnswerError: an agent signs with a key pair: have readAgentKey read a JWK first',
    );
  });
});
