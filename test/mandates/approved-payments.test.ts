import { textField } from '@interline/cli';
import type { RouteExecuteBody } from '@interline/client';
import { expect } from 'chai';
import { widePolicy } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import {
  mandatedBody,
  type MandateScene,
  mandateScene,
  openMandate,
  type Payment,
  register,
} from './mandate-scene.ts';

describe('a payment under a mandate above the approval threshold of its agent', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const payment: Payment = { minOut: '990000' };

  async function given() {
    const scene = await mandateScene(harness);
    const { owner, agentId } = scene;
    await owner.call('PATCH /api/agents/{id}', {
      params: { id: agentId },
      body: { policy: { ...widePolicy, approveAbove: '99' } },
    });
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    return { scene, mandate: { id, token } };
  }
  const execute = ({ agent }: MandateScene, body: RouteExecuteBody, headers = {}) =>
    outcomeOf(agent.call('POST /api/route/execute', { body }, { headers }));
  const approve = ({ owner, agentId: id }: MandateScene, aid: string) =>
    owner.call('POST /api/agents/{id}/approvals/{aid}', {
      params: { id, aid },
      body: { decision: 'approve' },
    });
  const idIn = (details: unknown): string =>
    textField(details as Record<string, unknown>, 'approvalId');

  it('is approved once, whichever presentation asks for it, and accepted once', async () => {
    const { scene, mandate } = await given();
    const present = () => mandatedBody(scene, mandate, payment);

    const [first, again] = [
      await execute(scene, await present()),
      await execute(scene, await present(), { 'idempotency-key': 'another-key' }),
    ];
    await approve(scene, idIn(first.details));
    const passed = await execute(scene, await present());
    const end = await endOfRoute(harness.client, textField(passed.answer, 'id'));
    const another = await execute(scene, await present());

    expect([first.code, again.code]).to.deep.equal(Array(2).fill('APPROVAL_REQUIRED'));
    expect(idIn(again.details)).to.equal(idIn(first.details));
    expect([passed.status, end['status']]).to.deep.equal([200, 'DONE']);
    // One like it is another payment.
    expect([another.code, idIn(another.details) === idIn(first.details)]).to.deep.equal([
      'APPROVAL_REQUIRED',
      false,
    ]);
  });

  it('is accepted once of eight presentations at once', async () => {
    const { scene, mandate } = await given();
    const first = await execute(scene, await mandatedBody(scene, mandate, payment));
    await approve(scene, idIn(first.details));
    const bodies: RouteExecuteBody[] = [];
    for (let at = 0; at < 8; at += 1) bodies.push(await mandatedBody(scene, mandate, payment));

    const outcomes = await Promise.all(bodies.map((body) => execute(scene, body)));

    expect(outcomes.map(({ status, code }) => `${status} ${code}`).toSorted()).to.deep.equal([
      '200 ',
      ...Array<string>(7).fill('409 APPROVAL_REQUIRED'),
    ]);
  });

  it('is approved for one amount, one recipient, one minimum and one mandate', async () => {
    const { scene, mandate } = await given();
    const token = await openMandate(scene, { jti: 'another mandate' });
    const other = { token, id: (await register(scene, token)).id };
    const first = await execute(scene, await mandatedBody(scene, mandate, payment));
    await approve(scene, idIn(first.details));

    const others = [
      await mandatedBody(scene, mandate, { ...payment, units: 1_010_000n }),
      await mandatedBody(scene, mandate, { ...payment, toAddress: freshAddress() }),
      await mandatedBody(scene, mandate, { minOut: '990001' }),
      await mandatedBody(scene, other, payment),
    ];
    const asked = [];
    for (const body of others) asked.push(await execute(scene, body));

    expect(asked.map(({ code }) => code)).to.deep.equal(Array(4).fill('APPROVAL_REQUIRED'));
    expect(new Set([first, ...asked].map(({ details }) => idIn(details))).size).to.equal(5);
  });
});
