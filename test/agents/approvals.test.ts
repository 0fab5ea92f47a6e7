import { textField } from '@interline/cli';
import { expect } from 'chai';
import { until } from '../support/until.ts';
import { signIn } from '../accounts/sign-in.ts';
import { followUntil } from '../accounts/ask-as.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { type AgentScene, agentScene, signedBody } from './agent-scene.ts';
import { outcomeOf } from './outcome-of.ts';

describe("an agent's transfer above its approval threshold", () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const execute = (scene: AgentScene, body: Awaited<ReturnType<typeof signedBody>>) =>
    outcomeOf(scene.agent.call('POST /api/route/execute', { body }));
  const decide = (
    { owner, id }: AgentScene,
    aid: string,
    decision: 'approve' | 'deny' = 'approve',
  ) =>
    owner.call('POST /api/agents/{id}/approvals/{aid}', {
      params: { id, aid },
      body: { decision },
    });
  const idIn = (details: unknown): string =>
    textField(details as Record<string, unknown>, 'approvalId');

  it('waits for its owner, and is accepted once with the same body after approval', async () => {
    const scene = await agentScene(harness, { approveAbove: '99' });
    const [body, small] = [
      await signedBody(harness, scene),
      await signedBody(harness, scene, { units: 990_000n }),
    ];

    const unasked = await execute(scene, small);
    const first = await execute(scene, body);
    const again = await execute(scene, body);
    const aid = idIn(first.details);
    const { items } = await scene.owner.call('GET /api/agents/{id}/approvals', {
      params: { id: scene.id },
    });
    const approved = await decide(scene, aid);
    const passed = await execute(scene, body);
    const repeated = await execute(scene, body);
    const end = await endOfRoute(harness.client, textField(passed.answer, 'id'));

    expect(unasked.status).to.equal(200);
    expect(
      [first, again].map(({ status, code, details }) => [status, code, details]),
    ).to.deep.equal(
      Array(2).fill([
        409,
        'APPROVAL_REQUIRED',
        { agentId: scene.id, approvalId: aid, state: 'asked' },
      ]),
    );
    expect(items.map(({ id, state, cents, decided }) => [id, state, cents, decided])).to.deep.equal(
      [[aid, 'asked', '100', null]],
    );
    expect(items[0]?.about).to.deep.include({
      fromChain: 8453,
      toChain: 42161,
      symbol: 'USDC',
      toSymbol: 'USDC',
      amount: '1000000',
      decimals: 6,
      minOut: '999200',
      toDecimals: 6,
      sends: '1 USDC',
      receivesAtLeast: '0.9992 USDC',
      slippage: '0.005',
      recipient: scene.wallet.address.toLowerCase(),
    });
    expect(approved.state).to.equal('approved');
    expect([passed.status, end['status']]).to.deep.equal([200, 'DONE']);
    // The route that is there, not another one.
    expect(repeated.answer['id']).to.equal(passed.answer['id']);
    const used = await decide(scene, aid, 'deny');
    expect(used.state).to.equal('used');
  });

  it('is approved by its body: another body needs its own approval', async () => {
    const scene = await agentScene(harness, { approveAbove: '50' });
    const [one, other] = [await signedBody(harness, scene), await signedBody(harness, scene)];

    const first = await execute(scene, one);
    await decide(scene, idIn(first.details));
    const second = await execute(scene, other);

    expect([second.status, second.code]).to.deep.equal([409, 'APPROVAL_REQUIRED']);
    expect(idIn(second.details)).not.to.equal(idIn(first.details));
  });

  it('that was denied stays refused, until the owner decides otherwise', async () => {
    const scene = await agentScene(harness, { approveAbove: '50' });
    const body = await signedBody(harness, scene);
    const aid = idIn((await execute(scene, body)).details);

    await decide(scene, aid, 'deny');
    const denied = await execute(scene, body);
    await decide(scene, aid);

    expect([denied.code, denied.details]).to.deep.equal([
      'APPROVAL_REQUIRED',
      { agentId: scene.id, approvalId: aid, state: 'denied' },
    ]);
    expect((await execute(scene, body)).status).to.equal(200);
  });

  it('that was approved is still within its budget, and its agent not frozen', async () => {
    const scene = await agentScene(harness, { approveAbove: '50', maxPerDay: '150' });
    const [one, other] = [await signedBody(harness, scene), await signedBody(harness, scene)];
    for (const body of [one, other])
      await decide(scene, idIn((await execute(scene, body)).details));

    const passed = await execute(scene, one);
    const beyond = await execute(scene, other);
    await scene.owner.call('POST /api/agents/{id}/freeze', { params: { id: scene.id } });
    const frozen = await execute(scene, other);

    expect([passed.status, beyond.code, frozen.code]).to.deep.equal([
      200,
      'AGENT_LIMIT',
      'AGENT_FROZEN',
    ]);
  });

  it('is reported to the owner once, as an event of the account', async () => {
    const scene = await agentScene(harness, { approveAbove: '50' });
    const { token } = await signIn(harness.url, scene.wallet, { scopes: ['account.read'] });
    const body = await signedBody(harness, scene);
    const aid = idIn((await execute(scene, body)).details);
    await execute(scene, body);

    const events = await followUntil(harness.url, token, 'agent.approval_asked');

    const asked = events.filter(({ event }) => event === 'agent.approval_asked');
    expect(asked).to.have.length(1);
    expect(asked[0]?.data).to.deep.include({
      agentId: scene.id,
      agent: 'Pays invoices',
      approvalId: aid,
      cents: '100',
      amount: '1000000',
      sends: '1 USDC',
      minOut: '999200',
      receivesAtLeast: '0.9992 USDC',
      fromChain: 8453,
      toChain: 42161,
      recipient: scene.wallet.address.toLowerCase(),
    });
  });

  it('is not shown to the owner before it says the least that arrives', async () => {
    const scene = await agentScene(harness, { approveAbove: '50' });
    const { minOut = '', ...body } = await signedBody(harness, scene);

    const open = await execute(scene, body);
    const { items } = await scene.owner.call('GET /api/agents/{id}/approvals', {
      params: { id: scene.id },
    });

    expect([open.status, open.code, open.details]).to.deep.equal([
      400,
      'MISSING_FIELD',
      { field: 'minOut' },
    ]);
    expect(items).to.deep.equal([]);
    expect((await execute(scene, { ...body, minOut })).code).to.equal('APPROVAL_REQUIRED');
  });

  it('may be pending fifty times at most', async () => {
    const scene = await agentScene(harness, { approveAbove: '0' }, 200_000_000n);
    const bodies: Awaited<ReturnType<typeof signedBody>>[] = [];
    for (let at = 0; at < 51; at += 1)
      bodies.push(await signedBody(harness, scene, { units: 100_000n }));
    const asked = [];
    for (const body of bodies) asked.push(await execute(scene, body));

    const counts = asked.map(({ code }) => code);
    expect(counts).to.deep.equal([
      ...Array<string>(50).fill('APPROVAL_REQUIRED'),
      'TOO_MANY_RECORDS',
    ]);
    const [first] = asked;
    await decide(scene, idIn(first?.details), 'deny');
    await until('room for another question', async () => {
      const last = bodies.at(-1);
      return last !== undefined && (await execute(scene, last)).code === 'APPROVAL_REQUIRED';
    });
  });
});
