import { textField } from '@interline/cli';
import { parts, useCasesOf } from '@interline/server';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { until } from '../support/until.ts';
import {
  mandatedBody,
  mandateScene,
  openMandate,
  register,
  usualConstraints,
} from './mandate-scene.ts';

describe('the owner of a mandate', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  /** The events of mandates that the account got, the oldest first. */
  const toldTo = async (account: string) =>
    (await harness.container.get(parts.store).reads.accounts.events(account, 0, 1_000)).filter(
      ({ kind }) => kind.startsWith('mandate.'),
    );

  it('is notified when it is registered, used, spent, exhausted and revoked, with what is left of it', async () => {
    const scene = await mandateScene(harness);
    const account = scene.wallet.address.toLowerCase();
    const token = await openMandate(scene, {
      constraints: [
        ...usualConstraints.filter(({ type }) => type !== 'payment.budget'),
        { type: 'payment.budget', currency: 'USD', max: 2 },
      ],
    });
    const { id, agent } = await register(scene, token);
    for (const _payment of ['first', 'second']) {
      const body = await mandatedBody(scene, { id, token });
      const route = await scene.agent.call('POST /api/route/execute', { body });
      await endOfRoute(harness.client, textField(route, 'id'));
    }
    await scene.owner.call('DELETE /api/mandates/{id}', { params: { id } });
    await scene.owner.call('DELETE /api/mandates/{id}', { params: { id } });

    const told = await toldTo(account);
    const all = await harness.container.get(parts.store).reads.accounts.events(account, 0, 1_000);
    const sums = told.map(({ kind, about: { reserved, spent, left } }) => [
      ...[kind, reserved, spent, left],
    ]);
    expect(sums).to.deep.equal([
      ['mandate.registered', '0', '0', '200'],
      ['mandate.used', '100', '0', '100'],
      ['mandate.spent', '0', '100', '100'],
      ['mandate.used', '100', '100', '0'],
      ['mandate.exhausted', '100', '100', '0'],
      ['mandate.spent', '0', '200', '0'],
      ['mandate.revoked', '0', '200', '0'],
    ]);
    expect(all.map(({ seq }) => seq)).to.deep.equal(all.map((_event, at) => at + 1));
    const [, used] = told;
    expect(used?.about).to.deep.include({ mandateId: id, agent, cents: '100', usesLeft: null });
    expect(used?.about['routeId']).to.match(/^rt_/);
  });

  it('is notified once that it has expired, and not before', async () => {
    const scene = await mandateScene(harness);
    const account = scene.wallet.address.toLowerCase();
    const store = harness.container.get(parts.store);
    const { id } = await register(scene, await openMandate(scene));
    const mandate = await store.reads.mandates.mandate(id);
    if (mandate === null) throw new Error('it was registered');
    const nowMs = Date.now();
    // One of the past: no wallet could sign it in time.
    await store.run('insert', (tx) =>
      tx.mandates.insertMandate({ ...mandate, id: 'mnd_past', hash: 'past', expiresAtMs: nowMs }),
    );
    const duty = useCasesOf(harness.container).mandates.duties.find(
      ({ name }) => name === 'mandate-expiries',
    );
    await until('the event', async () => {
      await duty?.run();
      return (await toldTo(account)).some(({ kind }) => kind === 'mandate.expired');
    });
    await duty?.run();

    const over = (await toldTo(account)).filter(({ kind }) => kind === 'mandate.expired');
    expect(over.map(({ about }) => [about['mandateId'], about['expiredAt']])).to.deep.equal([
      ['mnd_past', nowMs],
    ]);
  });
});
