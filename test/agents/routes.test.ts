import { agentFetch, createClient, type RouteExecuteBody } from '@interline/client';
import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { setBlacklisted } from '../support/blacklist.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { cancelPermit } from '../support/payer-transaction.ts';
import { type AgentScene, agentScene, arbitrum, base, signedBody } from './agent-scene.ts';
import { outcomeOf } from './outcome-of.ts';

describe('a route that an agent asks for', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const execute = (scene: AgentScene, body: RouteExecuteBody, headers = {}) =>
    outcomeOf(scene.agent.call('POST /api/route/execute', { body }, { headers }));
  const today = async ({ owner, id }: AgentScene) => {
    const { reserved, spent, left } = (await owner.call('GET /api/agents/{id}', { params: { id } }))
      .today;
    return { reserved, spent, left };
  };

  it("completes within its policy, and its worth is spent from the day's budget", async () => {
    const scene = await agentScene(harness, {
      tokens: ['USDC'],
      chains: [base, arbitrum],
      maxPerRoute: '100',
      maxPerDay: '150',
    });
    const body = await signedBody(harness, scene);

    const { answer } = await execute(scene, body);
    const end = await endOfRoute(harness.client, textField(answer, 'id'));

    expect(end['status']).to.equal('DONE');
    expect(await today(scene)).to.deep.equal({ reserved: '0', spent: '100', left: '50' });
    const { items } = await scene.agent.call('GET /api/agents/{id}/activity', {
      params: { id: scene.id },
    });
    expect(items.map(({ seq, kind, about }) => [seq, kind, about])).to.deep.equal([
      [3, 'route.done', { routeId: end['id'], cents: '100' }],
      [2, 'route.accepted', { routeId: end['id'], cents: '100' }],
      [1, 'registered', { by: 'owner' }],
    ]);
  });

  it('is refused with the part of the policy that does not allow it, to the cent, and leaves no record', async () => {
    const narrow = await agentScene(harness, {
      maxPerRoute: '100',
      maxPerDay: '150',
      tokens: ['USDC'],
      chains: [base, arbitrum],
      recipients: [],
    });
    const own = await signedBody(harness, narrow);
    const stranger = await signedBody(harness, narrow, { recipient: freshAddress() });
    const more = await signedBody(harness, narrow, { units: 1_000_001n });
    const { id, owner } = narrow;
    const change = async (policy: object) => {
      const { policy: before } = await owner.call('GET /api/agents/{id}', { params: { id } });
      await owner.call('PATCH /api/agents/{id}', {
        params: { id },
        body: { policy: { ...before, ...policy } },
      });
    };

    const refused = [await execute(narrow, own)];
    await change({ recipients: [narrow.wallet.address] });
    refused.push(await execute(narrow, stranger), await execute(narrow, more));
    await change({ tokens: ['USDT'] });
    refused.push(await execute(narrow, own));
    await change({ tokens: ['USDC'], chains: [base] });
    refused.push(await execute(narrow, own));
    await change({ chains: ['*'], maxPerRoute: '99' });
    refused.push(await execute(narrow, own));
    await change({ maxPerRoute: '100', maxPerDay: '99' });
    refused.push(await execute(narrow, own));

    expect(refused.map(({ status, code, details }) => [status, code, details])).to.deep.equal([
      [422, 'AGENT_LIMIT', { limit: 'recipients' }],
      [422, 'AGENT_LIMIT', { limit: 'recipients' }],
      [422, 'AGENT_LIMIT', { limit: 'maxPerRoute', left: '100' }],
      [422, 'AGENT_LIMIT', { limit: 'tokens' }],
      [422, 'AGENT_LIMIT', { limit: 'chains' }],
      [422, 'AGENT_LIMIT', { limit: 'maxPerRoute', left: '99' }],
      [422, 'AGENT_LIMIT', { limit: 'maxPerDay', left: '99' }],
    ]);
    expect(await today(narrow)).to.deep.equal({ reserved: '0', spent: '0', left: '99' });
    await change({ maxPerDay: '100' });
    expect((await execute(narrow, own)).status).to.equal(200);
  });

  it('accepts the default slippage and nothing above it, unless its owner allows more', async () => {
    const scene = await agentScene(harness);
    const body = await signedBody(harness, scene);
    const { id, owner } = scene;
    const policy = (await owner.call('GET /api/agents/{id}', { params: { id } })).policy;
    const allow = (maxSlippage: number) =>
      owner.call('PATCH /api/agents/{id}', {
        params: { id },
        body: { policy: { ...policy, maxSlippage } },
      });

    const above = await execute(scene, { ...body, slippage: 0.005001 });
    await allow(0.01);
    const stillAbove = await execute(scene, { ...body, slippage: 0.010001 });
    const passed = await execute(scene, { ...body, slippage: 0.01 });

    expect(policy.maxSlippage).to.equal(0.005);
    expect(
      [above, stillAbove].map(({ status, code, details }) => [status, code, details]),
    ).to.deep.equal(Array(2).fill([422, 'AGENT_LIMIT', { limit: 'maxSlippage' }]));
    expect(passed.status).to.equal(200);
  });

  it('is refused once the policy is over', async () => {
    const endsAt = Date.now() + 1_500;
    const scene = await agentScene(harness, { expiresAt: endsAt });
    const body = await signedBody(harness, scene);
    while (Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 50));

    const { status, code, details } = await execute(scene, body);

    expect([status, code, details]).to.deep.equal([422, 'AGENT_LIMIT', { limit: 'expiresAt' }]);
  });

  it('is refused if another wallet pays, without revealing whose agent it is', async () => {
    const [mine, another] = [await agentScene(harness), await agentScene(harness)];
    const body = await signedBody(harness, another);

    const { status, code } = await execute(mine, body);

    expect([status, code]).to.deep.equal([401, 'UNKNOWN_AGENT']);
    expect((await execute(another, body)).status).to.equal(200);
  });

  it("is not limited by a policy if the wallet's signature comes without the agent's", async () => {
    const scene = await agentScene(harness, { maxPerRoute: '99' });
    const body = await signedBody(harness, scene);
    const byWallet = createClient({ baseUrl: harness.url, tries: 1 });

    const byAgent = await execute(scene, body);
    const own = await outcomeOf(byWallet.call('POST /api/route/execute', { body }));

    expect([byAgent.code, own.status]).to.deep.equal(['AGENT_LIMIT', 200]);
    expect(await today(scene)).to.deep.equal({ reserved: '0', spent: '0', left: '100000' });
  });

  it("is refused in any mode but with the wallet's permit", async () => {
    const scene = await agentScene(harness);
    const { permit2: _permit, mode: _mode, ...body } = await signedBody(harness, scene);

    const { status, code } = await execute(scene, { ...body, mode: 'self' });

    expect([status, code]).to.deep.equal([400, 'BAD_REQUEST']);
  });

  it('is refused while the agent is frozen, by its owner or by itself, until the owner reactivates it', async () => {
    const scene = await agentScene(harness);
    const { id, owner, agent } = scene;
    const body = await signedBody(harness, scene);
    const freeze = { params: { id } };

    await owner.call('POST /api/agents/{id}/freeze', freeze);
    await owner.call('POST /api/agents/{id}/freeze', freeze);
    const byOwner = await execute(scene, body);
    await owner.call('PATCH /api/agents/{id}', { params: { id }, body: { state: 'active' } });
    await agent.call('POST /api/agents/{id}/freeze', freeze);
    const byItself = await execute(scene, body);
    const thaw = await outcomeOf(
      agent.call('PATCH /api/agents/{id}', { params: { id }, body: { state: 'active' } }),
    );
    const seen = await agent.call('GET /api/agents/{id}', { params: { id } });
    await owner.call('PATCH /api/agents/{id}', { params: { id }, body: { state: 'active' } });
    const { items } = await owner.call('GET /api/agents/{id}/activity', { params: { id } });

    // A repeat changes nothing, so it is recorded once.
    expect(items.map(({ kind, about }) => `${kind} by ${String(about['by'])}`)).to.deep.equal([
      'resumed by owner',
      'frozen by agent',
      'resumed by owner',
      'frozen by owner',
      'registered by owner',
    ]);
    expect([byOwner, byItself].map(({ status, code }) => [status, code])).to.deep.equal([
      [403, 'AGENT_FROZEN'],
      [403, 'AGENT_FROZEN'],
    ]);
    expect([thaw.status, thaw.code]).to.deep.equal([401, 'SESSION_EXPIRED']);
    expect(seen.state).to.equal('frozen');
    expect((await execute(scene, body)).status).to.equal(200);
  });

  it('is rehearsed within its policy, and takes nothing of its budget', async () => {
    const scene = await agentScene(harness, { maxPerRoute: '100', approveAbove: '50' });
    const [fits, beyond] = [
      await signedBody(harness, scene),
      await signedBody(harness, scene, { units: 1_000_001n }),
    ];

    const dry = await execute(scene, { ...fits, dryRun: true });
    const refused = await execute(scene, { ...beyond, dryRun: true });

    expect([dry.status, dry.answer['status']]).to.deep.equal([200, 'DRY']);
    expect([refused.status, refused.code]).to.deep.equal([422, 'AGENT_LIMIT']);
    expect((await today(scene)).reserved).to.equal('0');
  });

  it('is answered again under its Idempotency-Key with its body, and by its permit, but not by a used nonce', async () => {
    const scene = await agentScene(harness, { maxPerDay: '100' });
    const body = await signedBody(harness, scene);
    const recorded: { url: string; init: RequestInit }[] = [];
    const agent = createClient({
      baseUrl: harness.url,
      tries: 1,
      fetch: agentFetch(scene.key, {
        origin: scene.origin,
        fetch: (url, init) => {
          recorded.push({ url, init });
          return fetch(url, init);
        },
      }),
    });
    const key = { headers: { 'idempotency-key': 'once' } };

    const first = await outcomeOf(agent.call('POST /api/route/execute', { body }, key));
    const [sent] = recorded;
    if (sent === undefined) throw new Error('nothing was sent');
    const replayed = await fetch(sent.url, sent.init);
    const signedAnew = await outcomeOf(agent.call('POST /api/route/execute', { body }, key));
    const otherKey = await outcomeOf(agent.call('POST /api/route/execute', { body }));

    const ids = [first, signedAnew, otherKey].map(({ answer }) => answer['id']);
    expect(replayed.status).to.equal(200);
    expect(replayed.headers.get('idempotent-replayed')).to.equal('true');
    expect([...ids, ((await replayed.json()) as { id: string }).id]).to.deep.equal(
      Array(4).fill(first.answer['id']),
    );
    // Everything of the day is taken, once.
    await endOfRoute(harness.client, textField(first.answer, 'id'));
    expect(await today(scene)).to.deep.equal({ reserved: '0', spent: '100', left: '0' });
  });

  it('gives its part of the day back once it has failed: nothing was pulled, or all of it was refunded', async () => {
    const scene = await agentScene(harness, { maxPerDay: '100' });
    const { wallet } = scene;
    const recipient = freshAddress();
    await stopMining(harness.devnet, base);
    const unpulled = await signedBody(harness, scene);
    const first = await execute(scene, unpulled);
    const whileOpen = await today(scene);
    const nonce = BigInt(textField({ ...unpulled }, 'permit2', 'nonce'));
    await cancelPermit(harness.devnet, base, { wallet, address: wallet.address }, nonce);
    await resumeMining(harness.devnet, base);
    const notPulled = await endOfRoute(harness.client, textField(first.answer, 'id'));
    const between = await today(scene);

    await stopMining(harness.devnet, base);
    const second = await execute(scene, await signedBody(harness, scene, { recipient }));
    await setBlacklisted(harness.devnet, arbitrum, recipient, true);
    await resumeMining(harness.devnet, base);
    const refunded = await endOfRoute(harness.client, textField(second.answer, 'id'));

    const nothing = { reserved: '0', spent: '0', left: '100' };
    expect(whileOpen).to.deep.equal({ reserved: '100', spent: '0', left: '0' });
    expect([notPulled['status'], notPulled['stage']]).to.deep.equal(['FAILED', 'NOT_PULLED']);
    expect([refunded['status'], refunded['stage']]).to.deep.equal(['FAILED', 'REFUNDED']);
    expect([between, await today(scene)]).to.deep.equal([nothing, nothing]);
    const third = await execute(scene, await signedBody(harness, scene));
    expect(third.status).to.equal(200);
  });

  it("is worth its token's price now, rounded up to a cent", async () => {
    const scene = await agentScene(harness, { maxPerDay: '2' });

    const first = await execute(scene, await signedBody(harness, scene, { units: 10_001n }));
    const second = await execute(scene, await signedBody(harness, scene, { units: 10_000n }));

    expect([first.status, second.status, second.details]).to.deep.equal([
      200,
      422,
      { limit: 'maxPerDay', left: '0' },
    ]);
  });

  it('is accepted ten times if two hundred at once ask for a tenth of the day each', async () => {
    const scene = await agentScene(harness, { maxPerDay: '1000' }, 200_000_000n);
    const bodies: RouteExecuteBody[] = [];
    for (let at = 0; at < 200; at += 1) bodies.push(await signedBody(harness, scene));

    const outcomes = await Promise.all(bodies.map((body) => execute(scene, body)));

    const counts = Map.groupBy(outcomes, ({ status, code }) => `${status} ${code}`);
    expect(
      Object.fromEntries([...counts].map(([name, { length }]) => [name, length])),
    ).to.deep.equal({ '200 ': 10, '422 AGENT_LIMIT': 190 });
    const accepted = outcomes.flatMap(({ status, answer }) =>
      status === 200 ? [textField(answer, 'id')] : [],
    );
    for (const id of accepted) await endOfRoute(harness.client, id);
    expect(await today(scene)).to.deep.equal({ reserved: '0', spent: '1000', left: '0' });
    const routes = await Promise.all(
      accepted.map((id) => harness.container.get(parts.store).reads.agents.agentRoute(id)),
    );
    expect(routes.map((route) => [route?.cents, route?.state])).to.deep.equal(
      Array(10).fill([100n, 'spent']),
    );
  });
});
