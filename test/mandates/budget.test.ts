import { type RouteExecuteBody } from '@interline/client';
import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { arbitrum, base } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { sendLockDown } from '../support/payer-transaction.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import {
  mandatedBody,
  type MandateScene,
  mandateScene,
  openMandate,
  register,
  usualConstraints,
} from './mandate-scene.ts';

describe('the budget of a mandate', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const execute = ({ agent }: MandateScene, body: RouteExecuteBody, headers = {}) =>
    outcomeOf(agent.call('POST /api/route/execute', { body }, { headers }));
  const budgetOf = async ({ owner }: MandateScene, id: string) => {
    const { budget, uses } = await owner.call('GET /api/mandates/{id}', { params: { id } });
    return { reserved: budget.reserved, spent: budget.spent, left: budget.left, used: uses.used };
  };
  const given = async (units?: bigint, constraints = usualConstraints) => {
    const scene = await mandateScene(harness, units);
    const token = await openMandate(scene, { constraints });
    // More than any of them may spend: what is held here is the budget, and not what the chain allows.
    const { id } = await register(scene, token, { amount: 1_000_000_000n });
    return { scene, mandate: { id, token } };
  };

  it('accepts exactly ten of a hundred presentations that each ask for a tenth of it at once', async () => {
    const { scene, mandate } = await given();
    const bodies: RouteExecuteBody[] = [];
    for (let at = 0; at < 100; at += 1)
      bodies.push(await mandatedBody(scene, mandate, { units: 10_000_000n }));

    const outcomes = await Promise.all(bodies.map((body) => execute(scene, body)));

    const counts = Map.groupBy(outcomes, ({ status, code }) => `${status} ${code}`);
    expect(
      Object.fromEntries([...counts].map(([name, { length }]) => [name, length])),
    ).to.deep.equal({ '200 ': 10, '422 MANDATE_BUDGET': 90 });
    const ids = outcomes.flatMap(({ status, answer }) =>
      status === 200 ? [textField(answer, 'id')] : [],
    );
    for (const id of ids) expect((await endOfRoute(harness.client, id))['status']).to.equal('DONE');
    expect(await budgetOf(scene, mandate.id)).to.deep.equal({
      ...{ reserved: '0', spent: '10000', left: '0', used: 10 },
    });
    expect(await usdcBalance(harness.devnet, base, scene.wallet.address)).to.equal(900_000_000n);
    const { mandates } = harness.container.get(parts.store).reads;
    const payments = await Promise.all(ids.map((id) => mandates.paymentOfRoute(id)));
    expect(payments.map((one) => [one?.cents, one?.state])).to.deep.equal(
      Array(10).fill([1_000n, 'spent']),
    );
    const refused = outcomes.find(({ code }) => code === 'MANDATE_BUDGET')?.details;
    expect(refused).to.deep.include({ leftCents: '0' });
  });

  it('is kept to the cent, and says what is left', async () => {
    const [range, , ...rest] = usualConstraints;
    const constraints = [
      range ?? {},
      { type: 'payment.budget', currency: 'USD', max: 1.5 },
      ...rest,
    ];
    const { scene, mandate } = await given(undefined, constraints);
    const pay = async (units: bigint) =>
      execute(scene, await mandatedBody(scene, mandate, { units }));

    const first = await pay(1_000_000n);
    const over = await pay(510_000n);
    const rest50 = await pay(500_000n);

    expect([first, over, rest50].map(({ status, code }) => [status, code])).to.deep.equal([
      [200, ''],
      [422, 'MANDATE_BUDGET'],
      [200, ''],
    ]);
    expect(over.details).to.deep.include({
      failing: ['payment.budget: 1.00 USD of 1.50 USD are used'],
      leftCents: '50',
    });
  });

  it('is untouched if the wallet cannot pay', async () => {
    const { scene, mandate } = await given(500_000n);

    const { status, code } = await execute(scene, await mandatedBody(scene, mandate));

    expect([status, code]).to.deep.equal([422, 'PAYER_NOT_READY']);
    expect(await budgetOf(scene, mandate.id)).to.include({ reserved: '0', spent: '0', used: 0 });
  });

  it('gets back what failed: nothing was pulled, or all of it went back; the closed mandate stays used', async () => {
    const { devnet, client } = harness;
    const { scene, mandate } = await given();
    const { wallet, usdc, spender } = scene;
    const opening = await execute(scene, await mandatedBody(scene, mandate));
    await endOfRoute(client, textField(opening.answer, 'id'));

    await stopMining(devnet, base);
    const toAddress = freshAddress();
    const second = await execute(scene, await mandatedBody(scene, mandate, { toAddress }));
    const whileOpen = await budgetOf(scene, mandate.id);
    await setBlacklisted(devnet, arbitrum, toAddress, true);
    await resumeMining(devnet, base);
    const refunded = await endOfRoute(client, textField(second.answer, 'id'));
    await stopMining(devnet, base);
    const body = await mandatedBody(scene, mandate);
    const third = await execute(scene, body);
    await sendLockDown(devnet, base, { wallet, address: wallet.address }, { token: usdc, spender });
    await resumeMining(devnet, base);
    const notPulled = await endOfRoute(client, textField(third.answer, 'id'));
    const again = await execute(scene, body);

    const { id } = mandate;
    expect(whileOpen).to.include({ reserved: '100', spent: '100', used: 2 });
    expect([refunded['status'], refunded['stage']]).to.deep.equal(['FAILED', 'REFUNDED']);
    expect([notPulled['status'], notPulled['stage']]).to.deep.equal(['FAILED', 'NOT_PULLED']);
    expect([again.status, again.code]).to.deep.equal([409, 'MANDATE_USED']);
    expect(await budgetOf(scene, id)).to.include({ reserved: '0', spent: '100', used: 1 });
    const { items } = await scene.owner.call('GET /api/mandates/{id}/receipts', { params: { id } });
    expect(items.map(({ kind, claims }) => [kind, claims['status']])).to.deep.equal([
      ['failed', 'Error'],
      ['accepted', 'Success'],
      ['failed', 'Error'],
      ['accepted', 'Success'],
      ['done', 'Success'],
      ['accepted', 'Success'],
    ]);
  });

  it('is used once by one request that is sent again under its Idempotency-Key, whatever is left', async () => {
    const { scene, mandate } = await given();
    const body = await mandatedBody(scene, mandate);
    const key = { 'idempotency-key': 'once' };

    const first = await execute(scene, body, key);
    const again = await execute(scene, body, key);
    const without = await execute(scene, body);

    expect([first.status, again.status]).to.deep.equal([200, 200]);
    expect(again.answer['id']).to.equal(first.answer['id']);
    expect(again.answer['mandateReceipt']).to.equal(first.answer['mandateReceipt']);
    expect([without.status, without.code]).to.deep.equal([409, 'MANDATE_USED']);
    expect((await budgetOf(scene, mandate.id)).used).to.equal(1);
  });

  it('is used once by one presentation that is sent twenty times at once', async () => {
    const { scene, mandate } = await given();
    const body = await mandatedBody(scene, mandate);

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => execute(scene, body)));

    const counts = Map.groupBy(outcomes, ({ status, code }) => `${status} ${code}`);
    expect(
      Object.fromEntries([...counts].map(([name, { length }]) => [name, length])),
    ).to.deep.equal({ '200 ': 1, '409 MANDATE_USED': 19 });
    expect((await budgetOf(scene, mandate.id)).used).to.equal(1);
  });

  it('of a mandate for one payment is used up by it', async () => {
    const constraints = usualConstraints.filter(({ type }) => type !== 'payment.agent_recurrence');
    const { scene, mandate } = await given(undefined, constraints);

    const first = await execute(scene, await mandatedBody(scene, mandate));
    const second = await execute(scene, await mandatedBody(scene, mandate));

    expect([first.status, second.status, second.code]).to.deep.equal([200, 422, 'MANDATE_BUDGET']);
  });

  it('has one payment for each window of a recurring one', async () => {
    const constraints = usualConstraints.map((one) =>
      one['type'] === 'payment.agent_recurrence' ? { ...one, frequency: 'ANNUALLY' } : one,
    );
    const { scene, mandate } = await given(undefined, constraints);
    const bodies = [await mandatedBody(scene, mandate), await mandatedBody(scene, mandate)];

    const both = await Promise.all(bodies.map((body) => execute(scene, body)));

    expect(both.map(({ status, code }) => `${status} ${code}`).sort()).to.deep.equal([
      '200 ',
      '422 MANDATE_BUDGET',
    ]);
  });
});
