import { asSession, createAgentKey, createClient, proveAgentKey } from '@interline/client';
import { expect } from 'chai';
import { signIn } from '../accounts/sign-in.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { type AgentScene, agentScene, widePolicy } from './agent-scene.ts';
import { outcomeOf } from './outcome-of.ts';

const stellarAccount = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const noAgent = `agt_${'0'.repeat(32)}`;

describe("a wallet's agents", () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const codeOf = async (asked: Promise<object>): Promise<string> => {
    const { status, code } = await outcomeOf(asked);
    return `${status} ${code}`;
  };
  const register = async (
    { owner, wallet, origin }: Pick<AgentScene, 'owner' | 'wallet' | 'origin'>,
    change: object = {},
  ) => {
    const key = await createAgentKey();
    const proven = await proveAgentKey(key, { origin, owner: wallet.address });
    const body = { name: 'another', ...proven, policy: widePolicy, ...change };
    return owner.call('POST /api/agents', { body });
  };

  it('are registered, listed, read, changed and deleted by its session', async () => {
    const scene = await agentScene(harness, {
      tokens: ['usdc', 'eip155:8453/native'],
      chains: [8453, 'stellar'],
      recipients: [`0x${'AB'.repeat(20)}`],
      approveAbove: '5000',
    });
    const { owner, id } = scene;
    const { id: second } = await register(scene, { policy: { ...widePolicy, chains: [] } });
    const { items } = await owner.call('GET /api/agents', {});
    await owner.call('PATCH /api/agents/{id}', { params: { id }, body: { name: 'Renamed' } });
    const read = await owner.call('GET /api/agents/{id}', { params: { id } });
    await owner.call('DELETE /api/agents/{id}', { params: { id } });
    const left = await owner.call('GET /api/agents', {});

    expect(items.map((one) => one.id)).to.deep.equal([id, second]);
    const { keyid, created, today, ...shown } = read;
    expect([keyid, created > 1_700_000_000_000]).to.deep.equal([items[0]?.keyid, true]);
    expect(shown).to.deep.equal({
      id,
      name: 'Renamed',
      policy: {
        maxPerRoute: '100000',
        maxPerDay: '100000',
        tokens: ['USDC', 'eip155:8453/native'],
        chains: [8453, 'stellar'],
        recipients: [`0x${'ab'.repeat(20)}`],
        approveAbove: '5000',
        maxSlippage: 0.005,
        expiresAt: 4_000_000_000_000,
      },
      state: 'active',
    });
    expect({ ...today, day: '' }).to.deep.equal({
      day: '',
      reserved: '0',
      spent: '0',
      left: '100000',
    });
    expect(left.items.map((one) => one.id)).to.deep.equal([second]);
    expect(await codeOf(owner.call('GET /api/agents/{id}', { params: { id } }))).to.equal(
      '404 UNKNOWN_RECORD',
    );
  });

  it('are invisible to other wallets and to their agents', async () => {
    const [mine, other] = [await agentScene(harness), await agentScene(harness)];
    const params = { id: mine.id };
    const approval = { params: { ...params, aid: `apr_${'0'.repeat(32)}` } };
    const key = await createAgentKey();
    const proven = await proveAgentKey(key, { origin: other.origin, owner: other.wallet.address });

    const asked = [
      ...[other.owner, other.agent].flatMap((client) => [
        client.call('GET /api/agents/{id}', { params }),
        client.call('GET /api/agents/{id}/activity', { params }),
        client.call('POST /api/agents/{id}/freeze', { params }),
      ]),
      other.owner.call('GET /api/agents/{id}/approvals', { params }),
      other.owner.call('PATCH /api/agents/{id}', { params, body: { name: 'mine' } }),
      other.owner.call('POST /api/agents/{id}/rotate', { params, body: proven }),
      other.owner.call('POST /api/agents/{id}/approvals/{aid}', {
        ...approval,
        body: { decision: 'approve' },
      }),
      other.owner.call('DELETE /api/agents/{id}', { params }),
      // As for one that there is not.
      other.owner.call('GET /api/agents/{id}', { params: { id: noAgent } }),
    ];

    expect([...new Set(await Promise.all(asked.map(codeOf)))]).to.deep.equal([
      '404 UNKNOWN_RECORD',
    ]);
    const { items } = await other.owner.call('GET /api/agents', {});
    expect(items.map(({ id }) => id)).to.deep.equal([other.id]);
    const { state, name } = await mine.owner.call('GET /api/agents/{id}', { params });
    expect([state, name]).to.deep.equal(['active', 'Pays invoices']);
  });

  it('are managed by their owner alone: an agent cannot change, rotate, approve or delete itself', async () => {
    const { agent, id, wallet, origin } = await agentScene(harness);
    const params = { id };
    const key = await createAgentKey();
    const proven = await proveAgentKey(key, { origin, owner: wallet.address });

    const asked = [
      agent.call('GET /api/agents', {}),
      agent.call(
        'POST /api/agents',
        { body: { name: 'more', ...proven, policy: widePolicy } },
        {
          headers: { 'idempotency-key': 'k' },
        },
      ),
      agent.call('PATCH /api/agents/{id}', { params, body: { policy: widePolicy } }),
      agent.call(
        'POST /api/agents/{id}/rotate',
        { params, body: proven },
        {
          headers: { 'idempotency-key': 'k' },
        },
      ),
      agent.call('GET /api/agents/{id}/approvals', { params }),
      agent.call('DELETE /api/agents/{id}', { params }),
    ];

    expect([...new Set(await Promise.all(asked.map(codeOf)))]).to.deep.equal([
      '401 SESSION_EXPIRED',
    ]);
  });

  it('need a session of the scope agents', async () => {
    const wallet = freshWallet();
    const { token } = await signIn(harness.url, wallet, { scopes: ['account.read', 'hooks'] });
    const owner = createClient({ baseUrl: harness.url, tries: 1, ...asSession(token) });

    expect(await codeOf(owner.call('GET /api/agents', {}))).to.equal('403 SCOPE_MISSING');
  });

  it('prove that they hold their keys, each proof once', async () => {
    const scene = await agentScene(harness);
    const { wallet, origin } = scene;
    const stranger = freshWallet();
    const key = await createAgentKey();
    const prove = (change: object = {}) =>
      proveAgentKey(key, { origin, owner: wallet.address, ...change });
    const good = await prove();
    const { proof: ofAnother } = await proveAgentKey(await createAgentKey(), {
      origin,
      owner: wallet.address,
    });

    const refused = [
      await codeOf(register(scene, await prove({ owner: stranger.address }))),
      await codeOf(register(scene, await prove({ origin: 'https://other.example' }))),
      await codeOf(register(scene, await prove({ nowMs: Date.now() - 360_000 }))),
      await codeOf(register(scene, await prove({ nowMs: Date.now() + 360_000 }))),
      await codeOf(register(scene, { ...good, proof: ofAnother })),
      await codeOf(register(scene, { ...good, proof: `${good.proof}x` })),
    ];
    const { id } = await register(scene, good);
    const again = [
      await codeOf(register(scene, good)),
      await codeOf(register(scene, await prove())),
    ];
    await scene.owner.call('DELETE /api/agents/{id}', { params: { id } });

    expect(refused).to.deep.equal(Array(6).fill('422 KEY_PROOF_INVALID'));
    expect(again).to.deep.equal(['409 KEY_IN_USE', '409 KEY_IN_USE']);
    expect(await codeOf(register(scene, good))).to.equal('422 KEY_PROOF_INVALID');
    expect(await codeOf(register(scene, await prove()))).to.equal('200 ');
  });

  it('are refused with a private key, or with a policy that names unknown tokens or chains, or no address', async () => {
    const scene = await agentScene(harness);
    const key = await createAgentKey(true);
    const { jwk } = await proveAgentKey(key, { origin: scene.origin, owner: scene.wallet.address });
    const { d } = await crypto.subtle.exportKey('jwk', key.privateKey);
    const withPolicy = (change: object) =>
      codeOf(register(scene, { policy: { ...widePolicy, ...change } }));

    expect(await codeOf(register(scene, { jwk: { ...jwk, d } }))).to.equal('400 BAD_REQUEST');
    expect([
      await withPolicy({ tokens: ['NOSUCH'] }),
      await withPolicy({ tokens: [`eip155:8453/0x${'12'.repeat(20)}`] }),
      await withPolicy({ chains: ['nosuch'] }),
      await withPolicy({ recipients: ['0x123'] }),
      await withPolicy({ recipients: [`0x${'12'.repeat(20)}`, 'alice'] }),
      await withPolicy({ recipients: [`${stellarAccount}?memo=number:42`] }),
      await withPolicy({ recipients: [`${stellarAccount}?memo=id:forty`] }),
      await withPolicy({ recipients: ['*', stellarAccount, `${stellarAccount}?memo=text:a:b`] }),
      await withPolicy({ expiresAt: Date.now() - 1 }),
      await withPolicy({ maxPerDay: '1000000000000000' }),
      await withPolicy({ maxPerDay: '1.5' }),
      await withPolicy({ maxPerDay: 15 }),
      await withPolicy({ maxSlippage: 0.500001 }),
      await withPolicy({ maxSlippage: -0.1 }),
      await withPolicy({ maxPerDay: '999999999999999', maxSlippage: 0.5 }),
    ]).to.deep.equal([
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '404 UNROUTABLE_LANE',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '200 ',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '200 ',
    ]);
  });

  it('are twenty at most', async () => {
    const scene = await agentScene(harness);
    for (let at = 1; at < 20; at += 1) await register(scene);

    expect(await codeOf(register(scene))).to.equal('422 TOO_MANY_RECORDS');
    await scene.owner.call('DELETE /api/agents/{id}', { params: { id: scene.id } });
    expect(await codeOf(register(scene))).to.equal('200 ');
  });
});
