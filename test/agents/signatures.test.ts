import { agentKeyId, createAgentKey, proveAgentKey, signAsAgent } from '@interline/client';
import { ed25519Keys } from '@interline/adapters/agent-keys';
import { expect } from 'chai';
import { type RequestDescriptor, verifySignature } from 'http-message-sig';
import { httpbis } from 'http-message-signatures';
import { createHash, KeyObject, randomBytes, sign } from 'node:crypto';
import { type Harness, startHarness } from '../support/harness.ts';
import { type AgentScene, agentScene, signedBody } from './agent-scene.ts';
import { outcomeOf } from './outcome-of.ts';

describe("an agent's requests", () => {
  let harness: Harness;
  let scene: AgentScene;
  before(async () => {
    harness = await startHarness();
    scene = await agentScene(harness);
  });
  after(() => harness.stop());

  /** Signed by another library than ours, and sent. */
  async function sendForeign(
    method: string,
    path: string,
    body: string | null,
    change: {
      readonly nonce?: string;
      readonly created?: number;
      readonly idempotencyKey?: string;
      readonly key?: AgentScene['key'];
    } = {},
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const { key = scene.key, nonce = randomBytes(16).toString('base64') } = change;
    const created = change.created ?? Math.floor(Date.now() / 1_000);
    const privateKey = KeyObject.from(key.privateKey);
    const headers: Record<string, string> = {
      ...(method === 'POST'
        ? { 'idempotency-key': change.idempotencyKey ?? randomBytes(16).toString('hex') }
        : {}),
      ...(body === null
        ? {}
        : {
            'content-type': 'application/json',
            'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
          }),
    };
    const signed = await httpbis.signMessage(
      {
        key: {
          id: await agentKeyId(key),
          alg: 'ed25519',
          sign: async (data) => sign(null, data, privateKey),
        },
        fields: [
          '@method',
          '@target-uri',
          ...(body === null ? [] : ['content-digest']),
          ...(method === 'POST' ? ['idempotency-key'] : []),
        ],
        params: ['created', 'expires', 'nonce', 'keyid', 'alg', 'tag'],
        paramValues: {
          created: new Date(created * 1_000),
          expires: new Date((created + 60) * 1_000),
          nonce,
          tag: 'interline-agent',
        },
      },
      { method, url: `${scene.origin}${path}`, headers },
    );
    const answer = await fetch(`${harness.url}${path}`, {
      method,
      headers: signed.headers,
      ...(body === null ? {} : { body }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>, // CAST: every answer is an object.
    };
  }

  it('are taken as http-message-signatures signs them', async () => {
    const body = JSON.stringify(await signedBody(harness, scene));

    const read = await sendForeign('GET', `/api/agents/${scene.id}`, null);
    const route = await sendForeign('POST', '/api/route/execute', body);

    expect([read.status, read.body['keyid']]).to.deep.equal([200, await agentKeyId(scene.key)]);
    expect([route.status, route.body['status']]).to.deep.equal([200, 'BRIDGING']);
  });

  it('verify by http-message-sig as our client signs them', async () => {
    const body = '{"amount":"25000000"}';
    const headers = { 'idempotency-key': 'key-1', 'content-type': 'application/json' };
    const url = 'https://relay.example/api/route/execute';
    const added = await signAsAgent({ method: 'POST', url, headers, body }, scene.key);
    const message = (change: Record<string, string> = {}): RequestDescriptor => ({
      kind: 'request',
      method: 'POST',
      targetUri: url,
      fields: Object.entries({ ...headers, ...added, ...change }).map(([name, value]) => ({
        name,
        value,
      })),
    });
    const verified = (request: RequestDescriptor) =>
      verifySignature(request, {
        policy: {
          algorithms: ['ed25519'],
          requiredComponents: ['@method', '@target-uri', 'content-digest', 'idempotency-key'],
          requiredParameters: ['created', 'expires', 'nonce', 'keyid', 'tag'],
          maxAge: 300,
          clockSkew: 5,
        },
        resolveVerifier: async ({ parameters }) => {
          expect(parameters.keyid).to.equal(await agentKeyId(scene.key));
          return {
            algorithm: 'ed25519',
            verify: (data: Uint8Array, signature: Uint8Array) =>
              crypto.subtle.verify(
                'Ed25519',
                scene.key.publicKey,
                new Uint8Array(signature),
                new Uint8Array(data),
              ),
          };
        },
      });

    expect((await verified(message())).label).to.equal('agent');
    expect(await verified(message({ 'idempotency-key': 'key-2' })).catch(() => 'refused')).to.equal(
      'refused',
    );
  });

  it('are refused with 401 and how to sign if the signature is not of the key', async () => {
    const other = await createAgentKey(true);
    const stranger = await sendForeign('GET', `/api/agents/${scene.id}`, null, { key: other });
    const { 'signature-input': input = '', signature } = await signAsAgent(
      { method: 'GET', url: `${scene.origin}/api/agents/${scene.id}` },
      scene.key,
    );
    const ask = async (headers: Record<string, string>, path = `/api/agents/${scene.id}`) => {
      const answer = await fetch(`${harness.url}${path}`, { headers });
      // CAST: every answer is an object.
      const { errorCode } = (await answer.json()) as { errorCode?: string };
      return [answer.status, errorCode, answer.headers.get('accept-signature')];
    };

    const wanted =
      'agent=("@method" "@target-uri");created;expires;alg="ed25519";tag="interline-agent"';
    expect([stranger.status, stranger.body['errorCode']]).to.deep.equal([401, 'UNKNOWN_AGENT']);
    expect(stranger.headers.get('accept-signature')).to.equal(wanted);
    const good = { 'signature-input': input, signature: signature ?? '' };
    expect((await ask(good))[0]).to.equal(200);
    const refused = [401, 'AGENT_SIGNATURE_INVALID', wanted];
    expect(await ask(good, `/api/agents/${scene.id}?a=1`)).to.deep.equal(refused);
    expect(
      await ask({ ...good, 'signature-input': input.replace('created=1', 'created=0') }),
    ).to.deep.equal(refused);
    expect(
      await ask({ ...good, 'signature-input': input.replace('interline-agent', 'other') }),
    ).to.deep.equal([401, 'SESSION_EXPIRED', wanted]);
  });

  it('are refused once too old, and once signed too far ahead', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const read = async (created: number) => {
      const { status, body } = await sendForeign('GET', `/api/agents/${scene.id}`, null, {
        created,
      });
      return [status, body['errorCode']];
    };

    expect(await read(now - 65)).to.deep.equal([200, undefined]);
    expect(await read(now - 120)).to.deep.equal([401, 'AGENT_SIGNATURE_INVALID']);
    expect(await read(now + 20)).to.deep.equal([200, undefined]);
    expect(await read(now + 60)).to.deep.equal([401, 'AGENT_SIGNATURE_INVALID']);
  });

  it('start nothing with a used nonce, unless Idempotency-Key and body are the same', async () => {
    const nonce = randomBytes(16).toString('base64');
    const [first, second] = [
      await signedBody(harness, scene),
      await signedBody(harness, scene),
    ].map((body) => JSON.stringify(body));
    const execute = async (body = '', idempotencyKey = 'once') => {
      const change = { nonce, idempotencyKey };
      const answer = await sendForeign('POST', '/api/route/execute', body, change);
      return [answer.status, answer.body['errorCode'] ?? answer.body['id']];
    };

    const [, id] = await execute(first);
    const repeated = await execute(first);
    const otherBody = await execute(second);
    const otherKey = await execute(first, 'twice');
    const both = await execute(second, 'twice');

    expect(String(id)).to.match(/^rt_/);
    expect([repeated, otherBody, otherKey, both]).to.deep.equal([
      [200, id],
      [409, 'SIGNATURE_REPLAYED'],
      [409, 'SIGNATURE_REPLAYED'],
      [409, 'SIGNATURE_REPLAYED'],
    ]);
  });

  it('that were refused leave their nonce unused', async () => {
    const nonce = randomBytes(16).toString('base64');
    const body = await signedBody(harness, scene);
    const send = (asked: object) =>
      sendForeign('POST', '/api/route/execute', JSON.stringify(asked), { nonce });

    const refused = await send({ ...body, minOut: '999999999' });
    const accepted = await send(body);

    expect(refused.status).to.be.within(400, 499);
    expect(accepted.status).to.equal(200);
  });

  it('start one route if twenty with one nonce and different bodies arrive at once', async () => {
    const nonce = randomBytes(16).toString('base64');
    const bodies: string[] = [];
    for (let at = 0; at < 20; at += 1)
      bodies.push(JSON.stringify(await signedBody(harness, scene, { units: 100_000n })));

    const answers = await Promise.all(
      bodies.map((body) => sendForeign('POST', '/api/route/execute', body, { nonce })),
    );

    const codes = answers.map(
      ({ status, body }) => `${status} ${JSON.stringify(body['errorCode'] ?? '')}`,
    );
    expect(codes.sort()).to.deep.equal([
      '200 ""',
      ...Array<string>(19).fill('409 "SIGNATURE_REPLAYED"'),
    ]);
  });

  it('freeze the agent once with one signature', async () => {
    const frozen = await agentScene(harness);
    const path = `/api/agents/${frozen.id}/freeze`;
    const nonce = randomBytes(16).toString('base64');
    const freeze = () => sendForeign('POST', path, null, { nonce, key: frozen.key });

    const first = await freeze();
    await frozen.owner.call('PATCH /api/agents/{id}', {
      params: { id: frozen.id },
      body: { state: 'active' },
    });
    const second = await freeze();

    expect([first.status, first.body['state']]).to.deep.equal([200, 'frozen']);
    expect([second.status, second.body['errorCode']]).to.deep.equal([409, 'SIGNATURE_REPLAYED']);
    const { state } = await frozen.owner.call('GET /api/agents/{id}', {
      params: { id: frozen.id },
    });
    expect(state).to.equal('active');
  });

  it('are refused with a key that was rotated out, or whose agent is deleted', async () => {
    const rotated = await agentScene(harness);
    const params = { id: rotated.id };
    const key = await createAgentKey(true);
    const asked = { origin: rotated.origin, owner: rotated.wallet.address };
    const read = async (by: AgentScene['key']) =>
      (await sendForeign('GET', `/api/agents/${rotated.id}`, null, { key: by })).status;

    await rotated.owner.call('POST /api/agents/{id}/rotate', {
      params,
      body: await proveAgentKey(key, asked),
    });
    const after = [await read(rotated.key), await read(key)];
    await rotated.owner.call('DELETE /api/agents/{id}', { params });

    expect([...after, await read(key)]).to.deep.equal([401, 200, 401]);
    expect((await outcomeOf(rotated.agent.call('GET /api/agents/{id}', { params }))).code).to.equal(
      'UNKNOWN_AGENT',
    );
  });

  it('name the key as the service does', async () => {
    const { x = '' } = await crypto.subtle.exportKey('jwk', scene.key.publicKey);

    expect(await agentKeyId(scene.key)).to.equal(ed25519Keys.keyIdOf(x));
  });
});
