import { createHmac } from 'node:crypto';
import { type JsonRecord, ServiceError, textField } from '@interline/cli';
import { scriptedManifest, scriptedRail } from '@interline/plugins/testing';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import {
  allowLoopbackHooks,
  type HookEndpoint,
  hookEndpoint,
  type HookRequest,
} from '../support/hook-endpoint.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a hook on a route', () => {
  let harness: Harness;
  let endpoint: HookEndpoint;
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      rails: [stockRail(), playground],
      rebind: allowLoopbackHooks,
    });
  });
  after(() => harness.stop());
  beforeEach(async () => {
    endpoint = await hookEndpoint();
  });
  afterEach(() => endpoint.close());

  it("is notified when the route is done, with signatures that a stranger's verifier takes", async () => {
    const startedAtMs = Date.now();
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    await stopMining(harness.devnet, 8453);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    const routeId = textField(receipt, 'id');
    const registered = await register({ routeId, url: `${endpoint.url}/done?order=7`, secret });
    await resumeMining(harness.devnet, 8453);

    const [told] = await endpoint.until(1);
    const done = await harness.client.get(`/api/route/status?id=${routeId}`);
    const state = await untilStatus(registered, 'delivered');

    if (told === undefined) expect.fail('nothing came');
    // CAST: compared as a whole below.
    const body = JSON.parse(told.body) as Record<string, unknown>;
    expect(registered).to.deep.include({
      routeId,
      url: `${endpoint.url}/done?order=7`,
      status: 'pending',
    });
    expect(told.path).to.equal('/done?order=7');
    expect(body).to.deep.equal({
      event: 'route.done',
      routeId,
      status: 'DONE',
      destTx: done['destTx'],
      srcTx: done['srcTx'],
      ts: body['ts'],
    });
    expect(body['ts']).to.be.within(startedAtMs, Date.now());
    expect(new Webhook(secret).verify(told.body, standardHeaders(told))).to.deep.equal(body);
    expect(told.headers['x-svc-signature']).to.equal(
      `sha256=${createHmac('sha256', secret).update(told.body).digest('hex')}`,
    );
    expect(state).to.deep.include({ deliveryId: told.id, nextTryAt: null, signed: true });
    expect(JSON.stringify(state)).not.to.contain(secret);
  });

  it('is notified of a failure, unsigned if it has no secret, and signed with any text as the key', async () => {
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    await stopMining(harness.devnet, 8453);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    const routeId = textField(receipt, 'id');
    await register({ routeId, url: `${endpoint.url}/open` });
    await register({ routeId, url: `${endpoint.url}/signed`, secret: 'a plain secret' });
    await setBlacklisted(harness.devnet, 42161, payer.address, true);
    await resumeMining(harness.devnet, 8453);

    const told = await endpoint.until(2);

    const open =
      told.find(({ path }) => path === '/open') ?? expect.fail('the unsigned one did not come');
    const signed =
      told.find(({ path }) => path === '/signed') ?? expect.fail('the signed one did not come');
    expect(JSON.parse(open.body)).to.deep.include({
      event: 'route.failed',
      routeId,
      status: 'FAILED',
      destTx: null,
    });
    expect([open.headers['x-svc-signature'], open.headers['webhook-signature']]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(open.body).to.equal(signed.body);
    expect(open.id).not.to.equal(signed.id);
    expect(
      new Webhook('a plain secret', { format: 'raw' }).verify(signed.body, standardHeaders(signed)),
    ).to.deep.include({ routeId });
  });

  it('is notified at once when the route has ended already', async () => {
    const routeId = await doneRoute();

    await register({ routeId, url: endpoint.url });

    expect(JSON.parse((await endpoint.until(1))[0]?.body ?? '')).to.deep.include({
      event: 'route.done',
      routeId,
    });
  });

  it('is notified of a sandbox route as of any other', async () => {
    const receipt = await harness.client.post(
      '/api/route/execute',
      {
        fromChain: 8453,
        toChain: 42161,
        token: 'USDC',
        amount: '1000000',
        toAddress: '0x1111111111111111111111111111111111111111',
      },
      { 'x-svc-sandbox': '1' },
    );
    const routeId = textField(receipt, 'id');

    await register({ routeId, url: endpoint.url, secret });

    expect(routeId).to.match(/^sbx_/);
    expect(JSON.parse((await endpoint.until(1))[0]?.body ?? '')).to.deep.include({
      event: 'route.done',
      routeId,
      status: 'DONE',
    });
  });

  it('is notified again, as of a new event, when a reorg reopens the route and it ends once more', async () => {
    const routeId = await doneRoute();
    const hook = await register({ routeId, url: endpoint.url, secret });
    const [first] = await endpoint.until(1);

    await chainRpc(harness.devnet, 42161, 'anvil_reorg', [1, []]);
    const [, second] = await endpoint.until(2);
    const state = await untilStatus(hook, 'delivered');

    expect(
      [first, second].map((one) => (JSON.parse(one?.body ?? '') as { event: string }).event),
    ).to.deep.equal(['route.done', 'route.done']); // CAST: a test's look at one member.
    expect(second?.id).not.to.equal(first?.id);
    expect(state['deliveryId']).to.equal(second?.id);
    await pause(300);
    expect(endpoint.requests).to.have.length(2);
  });

  it('is never notified again once its endpoint answers 410', async () => {
    endpoint.answers(() => ({ status: 410 }));

    const state = await untilStatus(
      await register({ routeId: await doneRoute(), url: endpoint.url }),
      'stopped',
    );

    expect(state).to.deep.include({ nextTryAt: null });
    expect(recordsOf(state)).to.deep.equal([{ number: 1, outcome: 'answered', httpStatus: 410 }]);
  });

  it('waits as long as its endpoint asks, follows no redirect, and is sent again by the operator under its old id', async () => {
    endpoint.answers((path) =>
      path === '/moved'
        ? { status: 302, headers: { location: `${endpoint.url}/elsewhere` } }
        : { status: 503, headers: { 'retry-after': '3600' } },
    );
    const routeId = await doneRoute();
    const [busy, moved] = [
      await register({ routeId, url: `${endpoint.url}/busy` }),
      await register({ routeId, url: `${endpoint.url}/moved` }),
    ];
    await endpoint.until(2);
    const [waiting, redirected] = [await untilTried(busy), await untilTried(moved)];

    endpoint.answers(() => ({ status: 200 }));
    const again = await harness.client.post(
      '/operator/hooks/redeliver',
      { id: textField(busy, 'id') },
      { authorization: `Bearer ${harness.operatorToken}` },
    );
    await untilStatus(busy, 'delivered');

    expect(Number(waiting['nextTryAt']) - Date.now()).to.be.within(3_500_000, 3_600_000);
    expect(recordsOf(redirected)).to.deep.equal([
      { number: 1, outcome: 'answered', httpStatus: 302 },
    ]);
    expect(endpoint.requests.map(({ path }) => path)).not.to.include('/elsewhere');
    expect(again['status']).to.equal('pending');
    const toBusy = endpoint.requests.filter(({ path }) => path === '/busy');
    expect(toBusy.map(({ status }) => status)).to.deep.equal([503, 200]);
    expect(new Set(toBusy.map(({ id }) => id)).size).to.equal(1);
  });

  it('is one of ten at most', async () => {
    const routeId = await doneRoute();
    for (let turn = 0; turn < 10; turn += 1) await register({ routeId, url: endpoint.url });

    const refused = await refusalOf(register({ routeId, url: endpoint.url }));

    expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'TOO_MANY_RECORDS']);
    expect(new Set((await endpoint.until(10)).map(({ id }) => id)).size).to.equal(10);
  });

  it('of another deployment never reaches this machine, at registration or by name', async () => {
    const other = await startHarness({ devnet: harness.devnet });
    try {
      const { receipt } = await send(other, await freshPayer(other, 8453, 1_000_000n), {
        from: 8453,
        to: 42161,
        units: 1_000_000n,
      });
      const routeId = textField(receipt, 'id');
      const refusals = await Promise.all(
        [
          endpoint.url,
          `http://localhost:${endpoint.port}`,
          `http://[::1]:${endpoint.port}`,
          'http://10.0.0.1/',
          'http://169.254.169.254/',
          'https://8.8.8.8:6379/',
        ].map((url) => refusalOf(other.client.post('/api/hooks/register', { routeId, url }))),
      );

      expect(refusals.map(({ status, body }) => [status, body['errorCode']])).to.deep.equal(
        Array.from({ length: 6 }, () => [400, 'UNSAFE_URL']),
      );
      expect(refusals[0]?.body['error']).to.equal('url must be a URL of a public address');
      expect(endpoint.requests).to.deep.equal([]);
    } finally {
      await other.stop();
    }
  });

  function register(request: JsonRecord): Promise<JsonRecord> {
    return harness.client.post('/api/hooks/register', request);
  }

  async function doneRoute(): Promise<string> {
    const { receipt } = await send(harness, await freshPayer(harness, 8453, 1_000_000n), {
      from: 8453,
      to: 42161,
      units: 1_000_000n,
    });
    const done = await endOfRoute(harness.client, textField(receipt, 'id'));
    expect(done['status']).to.equal('DONE');
    return textField(done, 'id');
  }

  const untilStatus = (hook: JsonRecord, status: string) =>
    untilHook(hook, (state) => state['status'] === status);
  const untilTried = (hook: JsonRecord) =>
    untilHook(hook, (state) => recordsOf(state).some(({ outcome }) => outcome !== null));

  function untilHook(hook: JsonRecord, isSo: (state: JsonRecord) => boolean): Promise<JsonRecord> {
    return until(
      'that state of the hook',
      async () => {
        const state = await harness.client.get(`/api/hooks/${textField(hook, 'id')}`);
        return isSo(state) && state;
      },
      50,
    );
  }
});

/** Reached by the sandbox header only. */
const playground = scriptedRail({
  manifest: scriptedManifest({
    id: 'playground',
    ways: ['playground'],
    effects: 'simulated',
  }),
  plan: { pullTo: 'none' },
});

function recordsOf(
  state: JsonRecord,
): { number: unknown; outcome: unknown; httpStatus: unknown }[] {
  return (state['attempts'] as JsonRecord[]).map(({ number, outcome, httpStatus }) => ({
    number,
    outcome,
    httpStatus,
  })); // CAST: the shape is checked over HTTP elsewhere.
}

function standardHeaders({ headers }: HookRequest): Record<string, string> {
  return Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name]),
    ]),
  );
}

async function refusalOf(asked: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await asked.then(
    () => expect.fail('it was not refused'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw error;
}
