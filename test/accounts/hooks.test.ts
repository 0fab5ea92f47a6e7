import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, type Store } from '@interline/adapters/store';
import { endOverdue } from '@interline/core/webhooks';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { payer as payerOfSamples } from '../contract/store-samples.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import {
  allowLoopbackHooks,
  type HookEndpoint,
  hookEndpoint,
  type HookRequest,
} from '../support/hook-endpoint.ts';
import { setClock, type SetClock, startHookWork } from '../support/hook-work.ts';
import { freshPayer, send } from '../support/payer.ts';
import { quietLog } from '../support/quiet-log.ts';
import { until } from '../support/until.ts';
import { askAs, type Told } from './ask-as.ts';
import { account, hooksAgain, hooksOn, tellOnce } from './hook-scene.ts';
import { type SignedIn, signIn } from './sign-in.ts';

const base = 8453;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("an account's webhook", () => {
  let harness: Harness;
  let endpoint: HookEndpoint;
  before(async () => {
    harness = await startHarness({ chainIds: [base, 42161], rebind: allowLoopbackHooks });
  });
  beforeEach(async () => {
    endpoint = await hookEndpoint();
  });
  afterEach(() => endpoint.close());
  after(() => harness.stop());

  const ask = (session: SignedIn, method: string, path: string, body?: object): Promise<Told> =>
    askAs(harness.url, session.token, method, `/api/account/hooks${path}`, body);
  const made = async (
    session: SignedIn,
    events: readonly string[] = ['*'],
  ): Promise<{ readonly id: string; readonly secret: string }> => {
    const { status, body } = await ask(session, 'POST', '', {
      url: `${endpoint.url}/hook`,
      events,
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as { id: string; secret: string }; // CAST: as documented.
  };

  it('is called for each event of a route in its order, and standardwebhooks verifies every call', async () => {
    const payer = await freshPayer(harness, base, 5_000_000n);
    const session = await signIn(harness.url, payer.wallet, { scopes: ['account.read', 'hooks'] });
    const { secret } = await made(session);

    const transfer = { from: base, to: 42161, units: 5_000_000n };
    const { receipt } = await send(harness, payer, transfer);
    const end = await endOfRoute(harness.client, String(receipt['id']));
    const told = await askAs(harness.url, session.token, 'GET', '/api/account/events');
    const events = told.body['items'] as { seq: number; event: string }[]; // CAST: as documented.
    const requests = await endpoint.until(events.length);

    expect(end['status']).to.equal('DONE');
    for (const request of requests) verify(secret, request);
    const bodies = requests.map(({ body }) => JSON.parse(body) as { seq: number }); // CAST: as documented.
    expect(bodies.toSorted((one, other) => one.seq - other.seq)).to.deep.equal(events);
    expect(events.map(({ seq }) => seq)).to.deep.equal(events.map((_, at) => at + 1));
    const [{ body, headers } = expect.fail('it was not called')] = requests;
    expect(headers['x-svc-signature']).to.equal(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
  });

  it('is refused by standardwebhooks with a byte more, and six minutes later', async () => {
    const session = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const { id, secret } = await made(session);
    await ask(session, 'POST', `/${id}/test`);
    const [request] = await endpoint.until(1);
    if (request === undefined) throw new Error('it was not called');
    const late = {
      ...request,
      headers: {
        ...request.headers,
        'webhook-timestamp': String(Number(request.headers['webhook-timestamp']) - 360),
      },
    };

    expect(() => verify(secret, request)).not.to.throw();
    expect(() => verify(secret, { ...request, body: `${request.body} ` })).to.throw();
    expect(() => verify(secret, late)).to.throw();
    expect(JSON.parse(request.body)).to.deep.include({ event: 'hook.test', seq: 1 });
  });

  it('signs with both secrets once it was rotated, so that a receiver of either goes on', async () => {
    const session = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const { id, secret } = await made(session);

    const { body } = await ask(session, 'POST', `/${id}/rotate`);
    await ask(session, 'POST', `/${id}/test`);
    const [request] = await endpoint.until(1);
    if (request === undefined) throw new Error('it was not called');

    expect(body['secret']).not.to.equal(secret);
    verify(secret, request);
    verify(String(body['secret']), request);
    expect(String(request.headers['webhook-signature']).split(' ')).to.have.length(2);
  });

  it('is redelivered under the same webhook-id, and lists every try', async () => {
    const session = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const { id } = await made(session);
    await ask(session, 'POST', `/${id}/test`);
    const [first] = await endpoint.until(1);
    const delivered = await until('a delivery', async () => {
      const { body } = await ask(session, 'GET', `/${id}/deliveries`);
      const [one] = body['items'] as { id: string; state: string }[]; // CAST: as documented.
      return one?.state === 'delivered' && one;
    });

    const again = await ask(session, 'POST', `/${id}/deliveries/${delivered.id}/redeliver`);
    const [, second] = await endpoint.until(2);

    expect(delivered.id).to.equal(first?.id);
    expect([again.status, again.body['state']]).to.deep.equal([200, 'waiting']);
    expect([second?.id, second?.body]).to.deep.equal([first?.id, first?.body]);
    expect(
      await ask(session, 'POST', `/${id}/deliveries/msg_${'0'.repeat(32)}/redeliver`),
    ).to.deep.include({ status: 404 });
  });

  it('is called only for the events that it names, and an account may have at most ten', async () => {
    const payer = await freshPayer(harness, base, 5_000_000n);
    const session = await signIn(harness.url, payer.wallet, { scopes: ['hooks'] });
    await made(session, ['route.done']);

    const { receipt } = await send(harness, payer, { from: base, to: 42161, units: 5_000_000n });
    await endOfRoute(harness.client, String(receipt['id']));
    const [request] = await endpoint.until(1);
    for (let n = 1; n < 10; n += 1) await made(session, ['route.failed']);
    const eleventh = await ask(session, 'POST', '', { url: endpoint.url, events: ['*'] });

    expect(JSON.parse(request?.body ?? '')).to.include({ event: 'route.done' });
    expect(endpoint.requests).to.have.length(1);
    expect(eleventh.body['errorCode']).to.equal('TOO_MANY_HOOKS');
  });

  it('is refused if its URL may not be called, or its events are unknown', async () => {
    const session = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const codeOf = async (body: object): Promise<unknown> =>
      (await ask(session, 'POST', '', body)).body['errorCode'];

    expect(await codeOf({ url: 'http://10.0.0.1/', events: ['*'] })).to.equal('UNSAFE_URL');
    expect(await codeOf({ url: endpoint.url, events: ['route.lost'] })).to.equal('BAD_REQUEST');
    expect(await codeOf({ url: endpoint.url, events: [] })).to.equal('BAD_REQUEST');
  });

  it('is unknown to another account in every call, and no call shows its secret', async () => {
    const owner = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const stranger = await signIn(harness.url, freshWallet(), { scopes: ['hooks'] });
    const { id, secret } = await made(owner);
    await ask(owner, 'POST', `/${id}/test`);
    const [{ id: did } = { id: '' }] = await endpoint.until(1);

    for (const [method, path] of [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/rotate`],
      ['GET', `/${id}/deliveries`],
      ['POST', `/${id}/deliveries/${did}/redeliver`],
    ] as const)
      expect((await ask(stranger, method, path)).body['errorCode'], `${method} ${path}`).to.equal(
        'UNKNOWN_HOOK',
      );
    // Not by a webhook of its own either.
    const own = await made(stranger);
    const across = await ask(stranger, 'POST', `/${own.id}/deliveries/${did}/redeliver`);
    const listed = await ask(owner, 'GET', '');
    const read = await ask(owner, 'GET', `/${id}`);
    const gone = await ask(owner, 'DELETE', `/${id}`);

    expect(across.body['errorCode']).to.equal('UNKNOWN_HOOK');
    expect(listed.text + read.text).not.to.include(secret);
    expect((await ask(stranger, 'GET', '')).text).not.to.include(id);
    expect([gone.status, (await ask(owner, 'GET', `/${id}`)).status]).to.deep.equal([200, 404]);
  });
});

describe("what an account's webhook is owed", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let store: Store;
  let clock: SetClock;
  let endpoint: HookEndpoint;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder.path, 'journal.db');
    clock = setClock();
    store = await openStore({ file, clock });
    endpoint = await hookEndpoint();
  });
  afterEach(async () => {
    await store.close();
    await endpoint.close();
    folder.remove();
  });

  const tell = (): Promise<void> => tellOnce(store, payerOfSamples, clock.now());

  it('is sent under the id of its commit, if the process was killed between commit and send', async () => {
    const hooks = await hooksOn(store, clock);
    const { hook, secret } = await hooks.create(account, {
      url: `${endpoint.url}/`,
      events: ['*'],
    });
    await store.close();

    const dying = fork(committing, [file, payerOfSamples], {
      execArgv: ['--conditions=interline-source'],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    const [, killedBy] = (await once(dying, 'exit')) as [unknown, unknown]; // CAST: code and signal.
    store = await openStore({ file, clock });
    const [owed] = await hooksAgain(store, clock).deliveries(account, hook.id);
    const before = endpoint.requests.length;
    endpoint.answers(() => ({ status: null }));
    const first = startHookWork(store, clock);
    await endpoint.until(1);
    await first.kill();
    endpoint.answers(() => ({ status: 204 }));
    clock.forward(minuteMs);
    const second = startHookWork(store, clock);
    const requests = await endpoint.until(2);
    await second.kill();

    expect([killedBy, before]).to.deep.equal(['SIGKILL', 0]);
    expect(requests.map(({ id }) => id)).to.deep.equal([owed?.delivery.id, owed?.delivery.id]);
    expect(new Set(requests.map(({ body }) => body)).size).to.equal(1);
    for (const request of requests) verify(secret, request);
  });

  it('is tried eight times in a day and a half, and signed with the former secret for one day only', async () => {
    endpoint.answers(() => ({ status: 503 }));
    const hooks = await hooksOn(store, clock);
    const { hook } = await hooks.create(account, { url: `${endpoint.url}/`, events: ['*'] });
    await hooks.rotate(account, hook.id);
    await tell();
    const work = startHookWork(store, clock);
    const waitsMs = [
      5_000,
      30_000,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      8 * hourMs,
      24 * hourMs,
    ];
    await endpoint.until(1);
    for (const [at, waitMs] of waitsMs.entries()) {
      await until('a try that is kept', async () => {
        const [one] = await hooks.deliveries(account, hook.id);
        return one?.tries.at(at)?.outcome === 'answered';
      });
      const [waiting] = await hooks.deliveries(account, hook.id);
      const leftMs = (waiting?.delivery.dueAtMs ?? 0) - clock.now();
      // A fifth more at most, and less what the test itself took.
      expect(leftMs / waitMs, `wait ${at}`).to.be.within(0.2, 1.2);
      clock.forward(leftMs);
      await endpoint.until(at + 2);
    }
    await until('the end', async () =>
      (await hooks.deliveries(account, hook.id)).every(({ delivery }) => delivery.state === 'dead'),
    );
    await work.kill();

    const signatures = endpoint.requests.map(
      ({ headers }) => String(headers['webhook-signature']).split(' ').length,
    );
    expect(signatures).to.deep.equal([2, 2, 2, 2, 2, 2, 2, 1]);
    expect(new Set(endpoint.requests.map(({ id }) => id)).size).to.equal(1);
    expect((await hooks.read(account, hook.id)).failures).to.equal(8);
  });

  it('that was never tried is listed as dead, without a try, once all of its tries could have been made, and is sent when asked for again', async () => {
    const hooks = await hooksOn(store, clock);
    const { hook } = await hooks.create(account, { url: `${endpoint.url}/`, events: ['*'] });
    await tell();
    const shown = async () =>
      (await hooks.deliveries(account, hook.id)).map(({ delivery, tries }) => [
        delivery.state,
        tries.length,
      ]);
    const end = endOverdue({ store, clock, log: quietLog });

    // A fifth more than 34 hours, 35 minutes and 35 seconds.
    clock.forward(41 * hourMs + 30 * minuteMs);
    const early = [await end(), await shown()];
    clock.forward(minuteMs);
    const late = [await end(), await shown()];
    const [one] = await hooks.deliveries(account, hook.id);
    await hooks.redeliver(account, hook.id, one?.delivery.id ?? '');
    const work = startHookWork(store, clock);
    await endpoint.until(1);
    await work.kill();

    expect(early).to.deep.equal([0, [['waiting', 0]]]);
    expect(late).to.deep.equal([1, [['dead', 0]]]);
    expect(endpoint.requests.map(({ id }) => id)).to.deep.equal([one?.delivery.id]);
  });

  it('is nothing more once it answered 410, and the other webhooks of the account are told', async () => {
    endpoint.answers((path) => ({ status: path === '/gone' ? 410 : 204 }));
    const hooks = await hooksOn(store, clock);
    const { hook: gone } = await hooks.create(account, {
      url: `${endpoint.url}/gone`,
      events: ['*'],
    });
    await hooks.create(account, { url: `${endpoint.url}/other`, events: ['hook.disabled'] });
    await tell();
    const work = startHookWork(store, clock);
    const requests = await endpoint.until(2);
    await tell();
    await until(
      'that it is disabled',
      async () => (await hooks.read(account, gone.id)).disabledAtMs !== null,
    );
    const disabled = await hooks.deliveries(account, gone.id);
    endpoint.answers(() => ({ status: 204 }));
    await hooks.test(account, gone.id);
    const [, , tested] = await endpoint.until(3);
    await work.kill();

    expect(requests.map(({ path }) => path)).to.deep.equal(['/gone', '/other']);
    expect(JSON.parse(requests[1]?.body ?? '')).to.deep.include({
      event: 'hook.disabled',
      data: { hookId: gone.id, reason: 'gone' },
    });
    expect(disabled.map(({ delivery }) => delivery.state)).to.deep.equal(['stopped']);
    expect([tested?.path, (await hooks.read(account, gone.id)).disabledAtMs]).to.deep.equal([
      '/gone',
      null,
    ]);
  });

  it('is nothing more after fifty failures in a row, and everything after forty-nine and a success', async () => {
    let failing = true;
    endpoint.answers(() => ({ status: failing ? 500 : 204 }));
    // What failed is due again after five seconds, which a busy machine takes to tell so much.
    const hour = clock.now();
    const still = { ...clock, now: () => hour };
    const hooks = await hooksOn(store, still);
    const { hook } = await hooks.create(account, { url: `${endpoint.url}/`, events: ['*'] });
    const work = startHookWork(store, still);
    const told = async (count: number): Promise<void> => {
      const before = endpoint.requests.length;
      for (let n = 0; n < count; n += 1) await tellOnce(store, payerOfSamples, hour);
      await endpoint.until(before + count);
      await until('tries that are kept', () => work.underWay === 0, 10);
    };

    await told(49);
    const almost = await hooks.read(account, hook.id);
    failing = false;
    await told(1);
    const well = await hooks.read(account, hook.id);
    failing = true;
    await told(49);
    const again = await hooks.read(account, hook.id);
    await told(1);
    const disabled = await hooks.read(account, hook.id);
    await work.kill();

    expect([almost.failures, well.failures, again.failures, disabled.failures]).to.deep.equal([
      49, 0, 49, 50,
    ]);
    expect([again.disabledAtMs, disabled.disabledAtMs === null]).to.deep.equal([null, false]);
  });
});

const committing = fileURLToPath(new URL('commit-and-die-child.ts', import.meta.url));

/** As a receiver does it; throws for what is forged, changed or old. */
function verify(secret: string, { body, headers }: Pick<HookRequest, 'body' | 'headers'>): void {
  // CAST: the three that it reads are sent once each.
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
