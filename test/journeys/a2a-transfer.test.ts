import { expect } from 'chai';
import {
  bindings,
  dataIn,
  foreignAgent,
  type ForeignAgent,
  receiptIn,
  stateOf,
  type Told,
} from '../http/a2a-clients.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { playgroundRail } from '../support/playground-rail.ts';
import { claimsOf, type Prepared, signPrepared } from '../support/sign-prepared.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const lane = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '5000000' };

for (const binding of bindings)
  describe(`an agent with the SDK of A2A, by ${binding}`, () => {
    let harness: Harness;
    let agent: ForeignAgent;
    before(async () => {
      harness = await startHarness({
        chainIds: [8453, 42161],
        rails: [stockRail(), playgroundRail()],
      });
      agent = await foreignAgent(harness.url, binding);
    });
    after(async () => harness.stop());

    const prepare = async (contextId?: string) => {
      const { wallet, address } = await freshPayer(harness, 8453, 5_000_000n);
      const options = contextId === undefined ? {} : { contextId };
      const prepared = await agent.call('prepare', { ...lane, fromAddress: address }, options);
      // CAST: the agent reads it as documented.
      const body = await signPrepared(wallet, prepared.body as unknown as Prepared);
      return { prepared, address, body: { ...body, live: true } };
    };

    it('moves 5 USDC by messages alone, from the quote to the receipt as an artifact, for a wallet with no gas', async () => {
      const quoted = await agent.call('quote', lane);
      const { prepared, address, body } = await prepare();

      const ended = await agent.call('execute', body);
      const again = await agent.call('execute', body);
      const task = await agent.get(ended.id);

      expect([quoted.kind, prepared.kind, prepared.state]).to.deep.equal([
        'message',
        'task',
        'TASK_STATE_INPUT_REQUIRED',
      ]);
      expect(ended).to.include({ kind: 'task', state: 'TASK_STATE_COMPLETED' });
      expect(ended.id).to.match(/^rt_[0-9a-f]{32}$/);
      expect([again.id, again.state]).to.deep.equal([ended.id, 'TASK_STATE_COMPLETED']);
      expect(ended.body).to.include({ status: 'DONE', svcFee: '4000', bridged: '4996000' });
      expect([stateOf(task), task.contextId]).to.deep.equal(['TASK_STATE_COMPLETED', ended.id]);
      expect(claimsOf(receiptIn(task) ?? '')).to.include({ id: ended.id, status: 'DONE' });
      expect(await usdcBalance(harness.devnet, 8453, address)).to.equal(0n);
      expect(await usdcBalance(harness.devnet, 42161, address)).to.equal(4_996_000n);
    });

    it('keeps one context from the signature that is wanted to the task of the route', async () => {
      const { prepared, body } = await prepare('a talk of ours: 1/2');

      const ended = await agent.call('execute', body, { taskId: prepared.id });
      const task = await agent.get(ended.id);
      const waiting = await agent.get(prepared.id);

      expect([prepared.contextId, ended.contextId, task.contextId]).to.deep.equal([
        'a talk of ours: 1/2',
        'a talk of ours: 1/2',
        'a talk of ours: 1/2',
      ]);
      expect([task.id, stateOf(task)]).to.deep.equal([ended.id, 'TASK_STATE_COMPLETED']);
      expect(ended.id.startsWith(`${String(ended.body['id'])}~`)).to.equal(true);
      expect(stateOf(waiting)).to.equal('TASK_STATE_INPUT_REQUIRED');
    });

    it('is answered at once if it asks for that', async () => {
      const { body } = await prepare();

      const begun = await agent.call('execute', body, { returnImmediately: true });

      expect(begun.state).to.equal('TASK_STATE_WORKING');
      await until('the task completes', async () => {
        const task = await agent.get(begun.id);
        return stateOf(task) === 'TASK_STATE_COMPLETED';
      });
    });

    it('is asked for the signature if it sends none', async () => {
      const { prepared } = await prepare();
      const { execute } = prepared.body as unknown as Prepared; // CAST: as above.

      const wanted = await agent.call('execute', { ...execute, live: true });

      expect([wanted.state, wanted.body['errorCode']]).to.deep.equal([
        'TASK_STATE_AUTH_REQUIRED',
        'MISSING_FIELD',
      ]);
      expect(stateOf(await agent.get(wanted.id))).to.equal('TASK_STATE_AUTH_REQUIRED');
    });

    it('follows a transfer in the stream of its message', async () => {
      const { body } = await prepare();

      const told = await all(agent.stream('execute', body));

      expect([told[0]?.kind, told[0]?.state]).to.deep.equal(['task', 'TASK_STATE_WORKING']);
      expect(told.slice(-2).map(({ kind }) => kind)).to.deep.equal([
        'artifactUpdate',
        'statusUpdate',
      ]);
      expect(told.at(-1)?.state).to.equal('TASK_STATE_COMPLETED');
      expect(told.filter(({ state }) => state === 'TASK_STATE_COMPLETED')).to.have.length(1);
    });

    it('learns as a rejected task, in the words of the catalogue, that a signature is for another amount', async () => {
      const { address, body } = await prepare();

      const refused = await agent.call('execute', { ...body, amount: '4000000' });

      expect([refused.kind, refused.state]).to.deep.equal(['task', 'TASK_STATE_REJECTED']);
      expect(refused.body['errorCode']).to.equal('PERMIT_INVALID');
      expect(await usdcBalance(harness.devnet, 8453, address)).to.equal(5_000_000n);
    });

    it('plays a transfer in the sandbox without a signature, up to a sandbox receipt', async () => {
      const player = await foreignAgent(harness.url, binding, { 'x-svc-sandbox': '1' });
      const { address } = await freshPayer(harness, 8453, 1n);

      const done = await player.call('execute', { ...lane, toAddress: address, mode: 'permit2' });
      const jws = receiptIn(await agent.get(done.id)) ?? '';

      expect([done.state, done.id.slice(0, 4)]).to.deep.equal(['TASK_STATE_COMPLETED', 'sbx_']);
      expect(claimsOf(jws)).to.include({ id: done.id, status: 'DONE' });
    });

    it('learns the outcome of a route from subscriptions, starting at the state where each began, and cannot cancel it', async () => {
      const { body } = await prepare();
      await stopMining(harness.devnet, 42161);

      const { id } = await agent.call('execute', body, { returnImmediately: true });
      const early = agent.subscribe(id);
      const first = await firstOf(early);
      await until('the payout waits in the pool', async () => {
        const task = await agent.get(id);
        return dataIn(task.status?.message)['stage'] === 'SENDING';
      });
      const refused = await agent.client.cancelTask({ tenant: '', id, metadata: undefined }).then(
        () => null,
        (error: Error) => error.name,
      );
      const late = agent.subscribe(id);
      const begun = await firstOf(late);
      await resumeMining(harness.devnet, 42161);
      const [told, toldLate] = await Promise.all([all(early), all(late)]);

      expect(refused).to.equal('TaskNotCancelableError');
      expect(first).to.include({ kind: 'task', state: 'TASK_STATE_WORKING' });
      expect(begun).to.deep.equal({ kind: 'task', state: 'TASK_STATE_WORKING', stage: 'SENDING' });
      for (const one of [told, toldLate]) {
        expect(one.slice(-2).map(({ kind }) => kind)).to.deep.equal([
          'artifactUpdate',
          'statusUpdate',
        ]);
        expect(one.at(-1)?.state).to.equal('TASK_STATE_COMPLETED');
        expect(one.filter(({ state }) => state === 'TASK_STATE_COMPLETED')).to.have.length(1);
      }
    });
  });

async function firstOf(stream: AsyncGenerator<Told, void>): Promise<Told | undefined> {
  const next = await stream.next();
  return next.done === true ? undefined : next.value;
}

async function all(stream: AsyncGenerator<Told, void>): Promise<readonly Told[]> {
  const told: Told[] = [];
  for await (const one of stream) told.push(one);
  return told;
}
