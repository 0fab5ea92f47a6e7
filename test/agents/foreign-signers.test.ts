import { agentKeyId, type RouteExecuteBody } from '@interline/client';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { createSignature } from 'http-message-sig';
import { httpbis } from 'http-message-signatures';
import { createHash, KeyObject, randomBytes, sign } from 'node:crypto';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { claimsOf } from '../support/sign-prepared.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { type AgentScene, agentScene, arbitrum, signedBody } from './agent-scene.ts';

const covered = ['@method', '@target-uri', 'content-digest', 'idempotency-key'];
const execute = '/api/route/execute';

type Headers = Readonly<Record<string, string>>;
type SignsWith = (scene: AgentScene, url: string, headers: Headers) => Promise<Headers>;

const signers: Readonly<Record<string, SignsWith>> = {
  async 'http-message-sig'({ key }, url, headers) {
    const created = Math.floor(Date.now() / 1_000);
    const { privateKey } = key;
    const { signature, signatureInput } = await createSignature(
      {
        kind: 'request',
        method: 'POST',
        targetUri: url,
        fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
      },
      {
        label: 'agent',
        components: covered,
        parameters: {
          created,
          expires: created + 60,
          nonce: randomBytes(16).toString('base64'),
          keyid: await agentKeyId(key),
          alg: 'ed25519',
          tag: 'interline-agent',
        },
        signer: {
          algorithm: 'ed25519',
          sign: async (data) =>
            new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new Uint8Array(data))),
        },
      },
    );
    return { signature, 'signature-input': signatureInput };
  },

  async 'http-message-signatures'({ key }, url, headers) {
    const created = Date.now();
    const privateKey = KeyObject.from(key.privateKey);
    const signed = await httpbis.signMessage(
      {
        key: {
          id: await agentKeyId(key),
          alg: 'ed25519',
          sign: async (data) => sign(null, data, privateKey),
        },
        fields: covered,
        params: ['created', 'expires', 'nonce', 'keyid', 'alg', 'tag'],
        paramValues: {
          created: new Date(created),
          expires: new Date(created + 60_000),
          nonce: randomBytes(16).toString('base64'),
          tag: 'interline-agent',
        },
      },
      { method: 'POST', url, headers },
    );
    return signed.headers; // CAST: one value for each header that it was given.
  },
};

describe('an agent that signs its requests with a third-party library', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const send = async (scene: AgentScene, body: RouteExecuteBody, signsWith: SignsWith) => {
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomBytes(16).toString('hex'),
      'content-digest': `sha-256=:${createHash('sha256').update(text).digest('base64')}:`,
    };
    const signature = await signsWith(scene, `${scene.origin}${execute}`, headers);
    const answer = await fetch(`${harness.url}${execute}`, {
      method: 'POST',
      headers: { ...headers, ...signature },
      body: text,
    });
    return (await answer.json()) as Record<string, unknown>; // CAST: every answer is an object.
  };

  for (const [library, signsWith] of Object.entries(signers))
    it(`moves 5 USDC with ${library}, from the quote to the signed receipt, for a wallet without gas`, async () => {
      const scene = await agentScene(harness, {}, 5_000_000n);
      const { address } = scene.wallet;
      const body = await signedBody(harness, scene, { units: 5_000_000n });

      const accepted = await send(scene, body, signsWith);
      const id = textField(accepted, 'id');
      const end = await endOfRoute(harness.client, id);
      const { jws } = await scene.agent.call('GET /api/verify/receipt', { query: { id } });
      const { items } = await scene.owner.call('GET /api/agents/{id}/activity', {
        params: { id: scene.id },
      });

      expect(end).to.include({ status: 'DONE', svcFee: '4000', bridged: '4996000' });
      expect(claimsOf(jws)).to.include({ id, status: 'DONE' });
      expect(items.map(({ kind }) => kind)).to.include.members(['route.accepted', 'route.done']);
      expect(await usdcBalance(harness.devnet, arbitrum, address)).to.equal(4_996_000n);
    });
});
