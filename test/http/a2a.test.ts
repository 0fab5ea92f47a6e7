import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { recipient, sampleKey, samplePass, sampleSessionToken } from '@interline/http/testing';
import { expect } from 'chai';
import {
  bindings,
  foreignAgent,
  receiptIn,
  stateOf,
  type ForeignAgent,
  type Told,
} from './a2a-clients.ts';
import {
  answering,
  awaiting,
  done,
  failed,
  lane,
  paying,
  pulling,
  rehearsal,
  route,
  startAgentService,
  unknown,
} from './a2a-service.ts';
import { type Service, startService } from './start-service.ts';

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

    it("gets a rejected task for a refusal, with the catalogue's body", async () => {
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

    it("gets the protocol's error for a task that does not exist", async () => {
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

    it('gets a task that has ended with its receipt, and can neither follow nor continue it', async () => {
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

    it('gets a task that waits for its sender if money is missing, without a receipt', async () => {
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

    it("lists no tasks without a session, and with one only the wallet's own", async () => {
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

    it('is refused without its version: an empty one is 0.3', async () => {
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

async function nameOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'an answer',
    (error: Error) => error.name,
  );
}

async function all(stream: AsyncGenerator<Told, void>): Promise<readonly Told[]> {
  const told: Told[] = [];
  for await (const one of stream) told.push(one);
  return told;
}
