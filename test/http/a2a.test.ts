import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { PriceMoved, type Receipt, receiptOf } from '@interline/core/transfer';
import { endpoints } from '@interline/http';
import {
  fakeHttpDeps,
  recipient,
  sampleKey,
  samplePass,
  sampleRequest,
  sampleRoute,
  sampleSessionToken,
} from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import {
  bindings,
  foreignAgent,
  type ForeignAgent,
  receiptIn,
  stateOf,
  type Told,
} from './a2a-clients.ts';
import { until } from '../support/until.ts';
import { type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const rehearsal = { ...lane, toAddress: recipient, dryRun: true };
const route = sampleRoute();
const unknown = `rt_${'f'.repeat(32)}`;
const pace = { look: 10, heartbeat: 30, longest: 60_000 };

const pulling = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PULLING' }), 1_800_000_007_000);
const paying = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PAYING' }), 1_800_000_008_000);
const done = receiptOf(sampleRoute({ status: 'DONE', stage: 'DONE' }), 1_800_000_009_000);
const failed = receiptOf(sampleRoute({ status: 'FAILED', stage: 'REFUNDED' }), 1_800_000_009_000);
const awaiting = receiptOf(sampleRoute({ status: 'FUNDS_REQUIRED' }), 1_800_000_009_000);

/** Its card names where it listens, which the client goes by. */
async function startAgentService(
  change: Parameters<typeof startService>[0] = {},
): Promise<Service> {
  let url: string | null = null;
  const service = await startService({ origin: () => url, streamPace: pace, ...change });
  ({ url } = service);
  return service;
}

/** Answers with these receipts in turn, the last one for ever. */
function answering(...receipts: readonly Receipt[]) {
  let asked = 0;
  return {
    transfer: {
      readRoute: async (id: string): Promise<Receipt> => {
        const next = receipts[Math.min(asked, receipts.length - 1)];
        asked += 1;
        if (next === undefined || id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
        return next;
      },
    },
  };
}

interface Rpc {
  readonly status: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown };
}

async function rpc(
  { url }: Pick<Service, 'url'>,
  method: string,
  params: object,
  headers: Record<string, string> = { 'a2a-version': '1.0' },
): Promise<Rpc> {
  const response = await fetch(`${url}/api/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  // CAST: an answer of JSON-RPC.
  return { status: response.status, ...((await response.json()) as Omit<Rpc, 'status'>) };
}

const sending = (...parts: object[]) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts },
});

async function nameOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'an answer',
    (error: Error) => error.name,
  );
}

for (const binding of bindings)
  describe(`the SDK of A2A 1.0 by ${binding}`, () => {
    let service: Service;
    let agent: ForeignAgent;
    let nowMs: number;
    const begin = async (change: Parameters<typeof startService>[0] = {}) => {
      service = await startAgentService(change);
      agent = await foreignAgent(service.url, binding);
    };
    beforeEach(async () => {
      nowMs = 0;
    });
    afterEach(async () => service.close());

    it('reads by a skill what the row answers by HTTP', async () => {
      await begin();
      const { body: quoted } = await service.post('/api/route/quote', lane);

      const came = await agent.call('quote', lane, { contextId: 'ours' });

      expect(came).to.deep.include({ kind: 'message', contextId: 'ours', body: quoted });
      expect((await agent.call('quote', lane)).contextId).to.match(/^ctx_[0-9a-f]{32}$/);
    });

    it('asks the assistant by a text alone', async () => {
      await begin();

      const came = await agent.say('What does NO_ROUTE mean?');

      expect(came.kind).to.equal('message');
      expect(came.texts).to.deep.equal([came.body['answer']]);
    });

    it('is told of a refusal by a rejected task, with the body of the catalogue', async () => {
      await begin();
      const { requestId: _theirs, ...wanted } = (await service.post('/api/route/quote', {})).body;

      const came = await agent.call('quote', {});
      const { requestId, ...refusal } = came.body;

      expect([came.kind, came.state, refusal]).to.deep.equal([
        'task',
        'TASK_STATE_REJECTED',
        wanted,
      ]);
      expect(requestId).to.match(/^[0-9a-f]{32}$/);
      expect(await nameOf(agent.get(came.id))).to.equal('TaskNotFoundError');
    });

    it('is told of a task that is not there by the error of the protocol', async () => {
      await begin({ useCases: answering() });

      for (const id of [
        unknown,
        'no-such-task',
        `open_i${'z'.repeat(7)}_${'0'.repeat(32)}_${'0'.repeat(32)}`,
      ])
        for (const ask of [
          agent.get(id),
          agent.client.cancelTask({ tenant: '', id, metadata: undefined }),
          all(agent.subscribe(id)),
          agent.call('quote', lane, { taskId: id }),
        ])
          expect(await nameOf(ask), id).to.equal('TaskNotFoundError');
    });

    it('follows a route through every state in order, to the last, which its receipt comes before', async () => {
      await begin({ useCases: answering(pulling, pulling, paying, paying, done) });

      const told = await all(agent.subscribe(route.id));

      expect(told).to.deep.equal([
        { kind: 'task', state: 'TASK_STATE_WORKING', stage: 'PULLING' },
        { kind: 'statusUpdate', state: 'TASK_STATE_WORKING', stage: 'PAYING' },
        { kind: 'artifactUpdate', state: null, stage: undefined },
        { kind: 'statusUpdate', state: 'TASK_STATE_COMPLETED', stage: 'DONE' },
      ]);
    });

    it('begins a late subscription with the state that the task is in by then', async () => {
      await begin({ useCases: answering(paying, failed) });

      const told = await all(agent.subscribe(route.id));

      expect(told.map(({ state }) => state)).to.deep.equal([
        'TASK_STATE_WORKING',
        null,
        'TASK_STATE_FAILED',
      ]);
      expect(told[0]?.stage).to.equal('PAYING');
    });

    it('gets a task that has ended with its receipt, and can neither follow it nor go on with it', async () => {
      await begin({ useCases: answering(done) });

      const task = await agent.get(route.id);

      expect([task.id, task.contextId, stateOf(task)]).to.deep.equal([
        route.id,
        route.id,
        'TASK_STATE_COMPLETED',
      ]);
      expect(receiptIn(task)).to.equal('e30.e30.c2ln');
      expect(await nameOf(all(agent.subscribe(route.id)))).to.equal('UnsupportedOperationError');
      expect(await nameOf(agent.call('quote', lane, { taskId: route.id }))).to.equal(
        'UnsupportedOperationError',
      );
    });

    it('gets a task that waits for its sender where money is missing, without a receipt', async () => {
      await begin({ useCases: answering(awaiting) });

      const task = await agent.get(route.id);

      expect([stateOf(task), receiptIn(task)]).to.deep.equal(['TASK_STATE_INPUT_REQUIRED', null]);
    });

    it('cannot cancel what was accepted', async () => {
      await begin({ useCases: answering(pulling) });

      expect(
        await nameOf(agent.client.cancelTask({ tenant: '', id: route.id, metadata: undefined })),
      ).to.equal('TaskNotCancelableError');
    });

    it("lists nobody's tasks without a session, and with one the wallet's own alone", async () => {
      await begin({ useCases: answering(pulling) });
      const mine = await foreignAgent(service.url, binding, {
        authorization: `Bearer ${sampleSessionToken}`,
      });
      const wrong = await foreignAgent(service.url, binding, {
        authorization: `Bearer sess_${'1'.repeat(64)}`,
      });
      const query = {
        tenant: '',
        contextId: '',
        status: 0,
        pageToken: '',
        statusTimestampAfter: undefined,
      };

      const nobody = await agent.client.listTasks(query);
      const own = await mine.client.listTasks(query);
      const ended = await mine.client.listTasks({ ...query, status: 5 });

      expect(nobody).to.deep.include({ tasks: [], nextPageToken: '', totalSize: 0 });
      expect(own.tasks.map((task) => [task.id, stateOf(task)])).to.deep.equal([
        [route.id, 'TASK_STATE_WORKING'],
      ]);
      expect([own.totalSize, own.nextPageToken]).to.deep.equal([1, '']);
      expect(ended.tasks).to.deep.equal([]);
      expect(await nameOf(wrong.client.listTasks(query))).not.to.equal('an answer');
    });

    it('keeps the context that it gave, and is refused with another one for the same task', async () => {
      await begin({ useCases: answering(pulling) });

      const came = await agent.call(
        'status',
        { id: route.id },
        { contextId: 'a: b', returnImmediately: true },
      );
      const task = await agent.get(came.id);
      const other = agent.call('quote', lane, { taskId: came.id, contextId: 'c' });

      expect([came.contextId, task.id, task.contextId]).to.deep.equal(['a: b', came.id, 'a: b']);
      expect(await nameOf(other)).to.equal('RequestMalformedError');
    });

    it('is counted in the very limit that the row has, whichever way it asks, and goes past it with a pass out of its metadata, once', async () => {
      const clock = { now: () => nowMs, monotonic: () => nowMs };
      await begin({ rateLimiter: memoryRateLimiter(clock), clock });
      for (let n = 0; n < 20; n += 1) await agent.call('quote', lane);
      for (let n = 0; n < 20; n += 1) await service.post('/api/route/quote', lane);

      const refused = await agent.call('quote', lane);
      const metadata = { 'svc/pass': samplePass(1) };
      const paid = await agent.call('quote', lane, { metadata });
      const spent = await agent.call('quote', { ...lane, amount: '1' }, { metadata });
      const wrong = await agent.call('quote', lane, { metadata: { 'svc/pass': 17 } });

      expect([refused.state, refused.body['errorCode']]).to.deep.equal([
        'TASK_STATE_REJECTED',
        'RATE_LIMITED',
      ]);
      expect(paid.kind).to.equal('message');
      expect(spent.body['errorCode']).to.equal('PASS_SPENT');
      expect(wrong.body['errorCode']).to.equal('BAD_REQUEST');
    });

    it('has the raised limit of its key, and is not the operator, whatever token it shows', async () => {
      await begin();
      const token = service.deps.operators[0]?.token ?? '';
      const bold = await foreignAgent(service.url, binding, {
        authorization: `Bearer ${token}`,
        'x-svc-key': sampleKey,
      });

      await bold.call(
        'execute',
        { ...lane, toAddress: recipient, mode: 'self', live: true },
        { returnImmediately: true },
      );

      expect(service.deps.asked.executes.map(({ isOperator }) => isOperator)).to.deep.equal([
        false,
      ]);
      expect(service.deps.asked.keyUse.map(([, { path }]) => path)).to.include(
        '/api/route/execute',
      );
    });

    it('rehearses by a message, and names a transfer by an Idempotency-Key out of its metadata', async () => {
      await begin();

      const came = await agent.call('execute', rehearsal, {
        metadata: { 'svc/idempotency-key': 'mine' },
      });

      expect([came.kind, came.body['status']]).to.deep.equal(['message', 'DRY']);
      expect(service.deps.asked.executes.at(-1)?.idempotency).not.to.equal(null);
    });

    it('is not served without the version that it is of: what is empty is 0.3', async () => {
      await begin();
      const said = (version: string) =>
        foreignAgent(service.url, binding, { 'a2a-version': version });

      for (const version of ['', ' ', '0.3', '1.1', '2.0']) {
        const elder = await said(version);
        expect(await nameOf(elder.call('chains', {})), version).to.equal(
          'VersionNotSupportedError',
        );
        expect(
          await nameOf(
            elder.client.listTasks({
              tenant: '',
              contextId: '',
              status: 0,
              pageToken: '',
              statusTimestampAfter: undefined,
            }),
          ),
          version,
        ).to.equal('VersionNotSupportedError');
        expect(await nameOf(elder.get(unknown)), version).to.equal('VersionNotSupportedError');
      }
      // The patch is no part of the version.
      expect((await (await said('1.0.2')).call('chains', {})).kind).to.equal('message');
    });
  });

describe('A2A at /api/a2a', () => {
  let service: Service;
  before(async () => {
    service = await startAgentService();
  });
  after(async () => service.close());

  it('tells errors of the protocol by its codes, with the id of the request', async () => {
    const push = { taskPushNotificationConfig: { url: 'https://agent.example' } };
    const asked: readonly (readonly [method: string, params: object, code: number])[] = [
      ['GetTask', { id: unknown }, -32_001],
      ['GetTask', {}, -32_602],
      ['SendMessage', {}, -32_602],
      ['SendMessage', sending(), -32_602],
      ['SendMessage', sending({ data: { skill: 'sell' } }), -32_602],
      ['SendMessage', sending({ data: 'quote' }), -32_602],
      [
        'SendMessage',
        sending({ data: { skill: 'errors' } }, { data: { skill: 'chains' } }),
        -32_602,
      ],
      ['SendMessage', sending({ raw: 'aGk=', mediaType: 'image/png' }), -32_005],
      ['SendMessage', sending({ url: 'https://agent.example/x.pdf' }), -32_005],
      ['SendMessage', { ...sending({ text: 'hi' }), configuration: push }, -32_003],
      ['CreateTaskPushNotificationConfig', { taskId: unknown }, -32_003],
      ['GetExtendedAgentCard', {}, -32_004],
      ['ListTasks', { pageSize: 101 }, -32_602],
      ['ListTasks', { status: 'running' }, -32_602],
      ['message/send', sending({ text: 'hi' }), -32_601],
    ];

    for (const [method, params, code] of asked) {
      const { status, error } = await rpc(service, method, params);
      expect([status, error?.code], `${method} ${JSON.stringify(params)}`).to.deep.equal([
        200,
        code,
      ]);
    }
  });

  it('takes a request without a version for one of 0.3', async () => {
    const { error } = await rpc(service, 'SendMessage', sending({ data: { skill: 'chains' } }), {});
    const plain = await fetch(`${service.url}/api/a2a/tasks`);
    const queried = await fetch(`${service.url}/api/a2a/tasks?A2A-Version=1.0`);

    expect([error?.code, plain.status, queried.status]).to.deep.equal([-32_009, 400, 200]);
    expect(JSON.stringify(await plain.json())).to.include('VERSION_NOT_SUPPORTED');
  });

  it('takes bodies of application/a2a+json too', async () => {
    const response = await fetch(`${service.url}/api/a2a/message:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/a2a+json', 'a2a-version': '1.0' },
      body: JSON.stringify(sending({ data: { skill: 'errors' } })),
    });

    expect(response.status).to.equal(200);
  });

  it("tells a row's fault as an error, with the body of the catalogue, and never as a refusal", async () => {
    const broken = await startAgentService({
      useCases: {
        transfer: { readRoute: async () => Promise.reject(new RelayError('STORE_DOWN')) },
      },
    });
    const { error } = await rpc(broken, 'GetTask', { id: route.id });
    const sent = await rpc(
      broken,
      'SendMessage',
      sending({ data: { skill: 'status', arguments: { id: route.id } } }),
    );
    const got = await fetch(`${broken.url}/api/a2a/tasks/${route.id}`, {
      headers: { 'a2a-version': '1.0' },
    });
    await broken.close();

    expect([error?.code, sent.error?.code, got.status]).to.deep.equal([-32_603, -32_603, 503]);
    expect(JSON.stringify(error?.data)).to.include('STORE_DOWN');
    expect(JSON.stringify(await got.json())).to.include('STORE_DOWN');
  });

  it('ends its streams when the service stops, and holds 20 of one client', async () => {
    const closing = new AbortController();
    const kept = await startAgentService({
      closing: closing.signal,
      useCases: answering(pulling),
      streamPace: { look: 600_000, heartbeat: 600_000, longest: 600_000 },
    });
    const open = async (): Promise<Response> =>
      fetch(`${kept.url}/api/a2a/tasks/${route.id}:subscribe`, {
        method: 'POST',
        headers: { 'a2a-version': '1.0' },
      });
    const streams = await Promise.all(Array.from({ length: 20 }, open));
    const more = await open();
    const byRpc = await Promise.all(
      Array.from({ length: 21 }, async () => {
        const response = await fetch(`${kept.url}/api/a2a`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'SubscribeToTask',
            params: { id: route.id },
          }),
        });
        return response.headers.get('content-type')?.startsWith('text/event-stream') === true
          ? 'a stream'
          : ((await response.json()) as Rpc).error?.code; // CAST: an error of JSON-RPC.
      }),
    );

    closing.abort();
    const texts = await Promise.all(streams.map(async (response) => response.text()));
    await kept.close();

    expect(streams.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    expect([more.status, JSON.stringify(await more.json())]).to.satisfy(
      ([status, text]: [number, string]) => status === 429 && text.includes('RESOURCE_EXHAUSTED'),
    );
    expect(byRpc.filter((one) => one !== 'a stream')).to.deep.equal([-32_000]);
    for (const text of texts) expect(text.match(/^data: /gm)).to.have.length(1);
  });

  it('tells the task as it is where there is no room to wait: what was sent is carried out by then', async () => {
    const kept = await startAgentService({
      useCases: answering(pulling),
      streamPace: { look: 600_000, heartbeat: 600_000, longest: 600_000 },
    });
    const message = sending({ data: { skill: 'status', arguments: { id: route.id } } });
    const gone = new AbortController();
    const post = async (path: string, signal: AbortSignal | null): Promise<Response> =>
      fetch(`${kept.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify(message),
        signal,
      });
    const waiting = Array.from({ length: 20 }, async () =>
      post('/api/a2a/message:send', gone.signal).catch(() => null),
    );
    const streams = await Promise.all(
      Array.from({ length: 20 }, async () => post('/api/a2a/message:stream', gone.signal)),
    );

    const [whole, streamed] = await until('the waits are full', async () => {
      const answers = await Promise.all([
        post('/api/a2a/message:send', AbortSignal.timeout(1_000)).catch(() => null),
        post('/api/a2a/message:stream', null),
      ]);
      return answers[0] === null ? null : answers;
    });
    const told = [await whole?.json(), await streamed.text()];
    gone.abort();
    await Promise.all([
      ...waiting,
      ...streams.map(async ({ body }) => body?.cancel().catch(() => null)),
    ]);
    await kept.close();

    expect([whole?.status, streamed.status]).to.deep.equal([200, 200]);
    expect(told[0]).to.have.nested.property('task.status.state', 'TASK_STATE_WORKING');
    expect(String(told[1]).match(/^data: /gm)).to.have.length(1);
  });

  it('wants a new signature where the price moved, and says which', async () => {
    const { prepareOrder } = fakeHttpDeps().useCases.transfer;
    const request = { ...sampleRequest, askedBy: [] };
    const renewed = await prepareOrder(request, null, [], new AbortController().signal);
    const moved = await startAgentService({
      useCases: {
        transfer: { executeRoute: async () => Promise.reject(new PriceMoved('gas rose', renewed)) },
      },
    });
    const data = { skill: 'execute', arguments: { ...rehearsal, dryRun: false } };
    const { result } = await rpc(moved, 'SendMessage', sending({ data }));
    await moved.close();

    expect(result).to.have.nested.property('task.status.state', 'TASK_STATE_INPUT_REQUIRED');
    expect(result).to.have.nested.property(
      'task.status.message.parts[0].data.details.signAgain.status',
      'READY_TO_SIGN',
    );
  });

  it('may be called by pages of other origins as far as execute may', async () => {
    const app = 'https://app.example';
    const kept = await startAgentService({ executeOrigins: [app] });
    const ask = async (origin: string): Promise<number> => {
      const headers = { 'a2a-version': '1.0', origin };
      return (await rpc(kept, 'SendMessage', sending({ data: { skill: 'errors' } }), headers))
        .status;
    };
    const statuses = [await ask(app), await ask('https://other.example')];
    await kept.close();

    expect(statuses).to.deep.equal([200, 403]);
  });

  it('lets a task that waits for a signature lapse with it', async () => {
    let nowMs = 1_800_000_000_000;
    const timed = await startAgentService({ clock: { now: () => nowMs } });
    const prepared = await rpc(
      timed,
      'SendMessage',
      sending({ data: { skill: 'prepare', arguments: { ...lane, fromAddress: recipient } } }),
    );
    const { id } = prepared.result?.['task'] as { id: string }; // CAST: as the protocol has it.
    const { body } = await timed.post('/api/agent/do', { ...lane, fromAddress: recipient });
    // CAST: as documented.
    const { deadline } = body['signRequest'] as { readonly deadline: string };
    const waits = async (): Promise<number | undefined> =>
      (await rpc(timed, 'GetTask', { id })).error?.code;

    nowMs = Number(deadline) * 1_000 - 1;
    const before = await waits();
    nowMs += 1;
    const after = await waits();
    await timed.close();

    expect([before, after]).to.deep.equal([undefined, -32_001]);
  });
});

describe('the card for agents and what registries point at', () => {
  for (const binding of bindings)
    it(`leads by ${binding} to the service below its base path`, async () => {
      const service = await startAgentService({ basePath: '/gateway/v1' });
      const agent = await foreignAgent(service.url, binding);
      const { body: errors } = await service.get('/gateway/v1/api/errors');

      const came = await agent.call('errors', {});
      await service.close();

      expect(came.body).to.deep.equal(errors);
    });

  it('has the rows that are tools as skills, each with an example that its row takes', async () => {
    const service = await startAgentService();
    const { body } = await service.get('/.well-known/agent-card.json');
    await service.close();
    const skills = body['skills'] as readonly { id: string; examples: readonly string[] }[]; // CAST: as its shape says.

    expect(skills.map(({ id }) => id)).to.deep.equal(
      endpoints.flatMap(({ tool }) => (tool === undefined ? [] : [tool.name])),
    );
    for (const { id, examples } of skills) {
      const { request } = endpoints.find(({ tool }) => tool?.name === id) ?? {};
      const { arguments: given } = JSON.parse(examples[0] ?? '') as { arguments: object }; // CAST: likewise.
      const shape = request?.body ?? request?.query;
      expect(shape?.safeParse(given).success ?? true, id).to.equal(true);
    }
  });

  it('is not there where the service does not know where clients reach it', async () => {
    const service = await startService({ origin: () => null });
    const card = await service.get('/.well-known/agent-card.json');
    const registration = await service.get('/.well-known/agent-registration.json');
    await service.close();

    expect(
      [card, registration].map(({ status, body }) => [status, body['errorCode']]),
    ).to.deep.equal([
      [404, 'AGENT_FILE_DISABLED'],
      [404, 'AGENT_FILE_DISABLED'],
    ]);
  });

  it('has no signatures where nothing is signed', async () => {
    const service = await startService({ useCases: { evidence: { signCard: async () => null } } });
    const { body } = await service.get('/.well-known/agent-card.json');
    await service.close();

    expect(body).not.to.have.property('signatures');
  });

  it('says how it is registered (ERC-8004) where it is, and nothing where it is not', async () => {
    const registrations = [{ agentId: 22, agentRegistry: `eip155:1:0x${'80'.repeat(20)}` }];
    const registered = await startService({
      basePath: '/gateway/v1',
      agentRegistration: { name: 'A relay', description: 'It moves tokens.', registrations },
    });
    const alone = await startService();
    const { body } = await registered.get('/.well-known/agent-registration.json');
    const none = await alone.get('/.well-known/agent-registration.json');
    await Promise.all([registered.close(), alone.close()]);

    expect(none.status).to.equal(404);
    expect(body).to.deep.equal({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'A relay',
      description: 'It moves tokens.',
      services: [
        {
          name: 'A2A',
          endpoint: 'https://relay.example/.well-known/agent-card.json',
          version: '1.0',
        },
        {
          name: 'MCP',
          endpoint: 'https://relay.example/gateway/v1/api/mcp',
          version: '2026-07-28',
        },
      ],
      x402Support: endpoints.some(({ path }) => path.startsWith('/api/payments')),
      active: true,
      registrations,
    });
  });
});

async function all(stream: AsyncGenerator<Told>): Promise<readonly Told[]> {
  const told: Told[] = [];
  for await (const one of stream) told.push(one);
  return told;
}
