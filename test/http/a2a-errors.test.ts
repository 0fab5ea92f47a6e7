import { PriceMoved } from '@interline/core/transfer';
import { fakeHttpDeps, recipient, sampleRequest } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { until } from '../support/until.ts';
import {
  answering,
  lane,
  pulling,
  rehearsal,
  route,
  rpc,
  sending,
  startAgentService,
  unknown,
  type Rpc,
} from './a2a-service.ts';
import { type Service } from './start-service.ts';

describe('A2A at /api/a2a', () => {
  let service: Service;
  before(async () => {
    service = await startAgentService();
  });
  after(async () => service.close());

  it('reports errors of the protocol by its codes, with the id of the request', async () => {
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

  it("reports a row's fault as an error, with the body of the catalogue, and never as a refusal", async () => {
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

  it('returns the task as it is if there is no room to wait: what was sent is carried out by then', async () => {
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

  it('asks for a new signature if the price moved, and says which', async () => {
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
