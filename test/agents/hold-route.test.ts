import { announcingStore, type Store } from '@interline/core';
import type { Agent, AgentPolicy, Approval } from '@interline/core/agents';
import type { AgentHold, Route } from '@interline/core/transfer';
import { openStore, type Store as OpenStore } from '@interline/adapters/store';
import { isRelayError, type Ppm, utcDay } from '@interline/kernel';
import { expect } from 'chai';
import { join } from 'node:path';
import { route } from '../contract/store-samples.ts';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { agentId, agentOfSample, keyId } from './sample-agent.ts';

const atMs = 1_800_000_000_000;
const day = utcDay(atMs);

describe("the unit that accepts an agent's route", () => {
  const folder = temporaryFolder();
  let opened: OpenStore;
  let store: Store;
  let files = 0;
  beforeEach(async () => {
    opened = await openStore({ file: join(folder.path, `${(files += 1)}.db`) });
    store = announcingStore(opened, { now: () => atMs });
    await store.run('register', (tx) => tx.agents.insertAgent(agentOfSample));
  });
  afterEach(() => opened.close());
  after(() => folder.remove());

  let nonces = 0;
  const holdOf = (change: Partial<AgentHold> = {}): AgentHold => ({
    ...{ agentId, keyId, nonce: `nonce ${(nonces += 1)}`, nonceUntilMs: atMs + 1 },
    ...{ bodyHash: 'body', requestHash: 'request', cents: 100n },
    ...change,
  });
  /** `accepted`, or the code of the refusal. */
  async function accept(
    id: string,
    hold: Partial<AgentHold> = {},
    change: Partial<Route> = {},
  ): Promise<string> {
    try {
      await store.run('accept', async (tx) => {
        const accepted = { ...route(id, { permit: null, ...change }), createdAtMs: atMs };
        await tx.transfers.insertRoute(accepted);
        await tx.announce.acceptingForAgent(accepted, holdOf(hold));
      });
      return 'accepted';
    } catch (error) {
      if (!isRelayError(error)) throw error;
      expect(await store.reads.transfers.route(id)).to.equal(null);
      return error.code;
    }
  }
  const change = (of: Partial<Pick<Agent, 'state' | 'keyId' | 'policy'>>) =>
    store.run('change', (tx) => tx.agents.changeAgent(agentId, of));
  const setPolicy = (of: Partial<AgentPolicy>) =>
    change({ policy: { ...agentOfSample.policy, ...of } });
  const today = () => store.reads.agents.agentDay(agentId, day);

  it('accepts no lower minOut than twice the slippage of the policy, unless its owner approved that minOut', async () => {
    // 24,980,000 are expected and 24,000,000 agreed: 3.93 % less.
    const agreeing = async (maxSlippage: number, id: string, requestHash = 'request') => {
      await setPolicy({
        maxSlippage: maxSlippage as Ppm,
        approveAbove: requestHash === 'request' ? null : 99n,
      });
      return accept(id, { requestHash });
    };
    const approve = (requestHash: string, about: Approval['about']) =>
      store.run('approve', (tx) =>
        tx.agents.insertApproval({
          ...{ id: `apr_${requestHash}`, agentId, requestHash, cents: 100n, about },
          ...{ state: 'approved', askedAtMs: atMs, decidedAtMs: atMs },
        }),
      );
    await approve('shown', { minOut: '24000000' });
    await approve('not shown', {});

    const verdicts = [
      await agreeing(19_615, 'rt_1'),
      await agreeing(19_616, 'rt_2'),
      await agreeing(19_615, 'rt_3', 'not shown'),
      await agreeing(19_615, 'rt_4', 'shown'),
    ];

    expect(verdicts).to.deep.equal(['AGENT_LIMIT', 'accepted', 'AGENT_LIMIT', 'accepted']);
  });

  it('judges by the policy and the state at that moment, whatever was judged before', async () => {
    const verdicts = [await accept('rt_1')];
    await setPolicy({ maxPerRoute: 99n });
    verdicts.push(await accept('rt_2'));
    await setPolicy({ maxPerDay: 199n });
    verdicts.push(await accept('rt_2'));
    await setPolicy({ chains: [] });
    verdicts.push(await accept('rt_2'));
    await setPolicy({ approveAbove: 99n });
    verdicts.push(await accept('rt_2'));
    await setPolicy({ maxPerDay: 200n, approveAbove: 100n });
    await change({ state: 'frozen' });
    verdicts.push(await accept('rt_2'));
    await change({ state: 'active' });
    verdicts.push(await accept('rt_2'));

    expect(verdicts).to.deep.equal([
      'accepted',
      'AGENT_LIMIT',
      'AGENT_LIMIT',
      'AGENT_LIMIT',
      'APPROVAL_REQUIRED',
      'AGENT_FROZEN',
      'accepted',
    ]);
    expect(await today()).to.deep.equal({ reserved: 200n, spent: 0n });
  });

  it('refuses a key that was rotated out, and an agent that was deleted', async () => {
    await change({ keyId: 'another' });
    const rotated = await accept('rt_1');
    await change({ keyId: null, state: 'deleted' });

    expect([
      rotated,
      await accept('rt_1'),
      await accept('rt_1', { agentId: 'none' }),
    ]).to.deep.equal(['UNKNOWN_AGENT', 'UNKNOWN_AGENT', 'UNKNOWN_AGENT']);
  });

  it('uses up the nonce of an accepted route, and leaves that of a refused one', async () => {
    await setPolicy({ maxPerRoute: 99n });
    const refused = await accept('rt_1', { nonce: 'one' });
    await setPolicy({});

    expect([
      refused,
      await accept('rt_1', { nonce: 'one' }),
      await accept('rt_2', { nonce: 'one' }),
    ]).to.deep.equal(['AGENT_LIMIT', 'accepted', 'SIGNATURE_REPLAYED']);
  });

  it('accepts no new route from a request that was admitted as a repeat', async () => {
    expect(await accept('rt_1', { cents: null })).to.equal('SIGNATURE_REPLAYED');
  });

  it("takes only the nonce for a rehearsal, and nothing of the day's budget", async () => {
    const first = await accept('sbx_1', { nonce: 'one' }, { isSimulated: true });

    expect([first, await accept('sbx_2', { nonce: 'one' }, { isSimulated: true })]).to.deep.equal([
      'accepted',
      'SIGNATURE_REPLAYED',
    ]);
    expect(await today()).to.deep.equal({ reserved: 0n, spent: 0n });
    expect(await store.reads.agents.agentRoute('sbx_1')).to.equal(null);
  });

  it('accepts an approved body once, and an unapproved one never', async () => {
    await setPolicy({ approveAbove: 99n });
    await store.run('ask', (tx) =>
      tx.agents.insertApproval({
        ...{ id: 'apr_1', agentId, requestHash: 'request', cents: 100n, state: 'asked' },
        ...{ about: {}, askedAtMs: atMs, decidedAtMs: null },
      }),
    );
    const asked = await accept('rt_1');
    await store.run('approve', (tx) =>
      tx.agents.moveApproval('apr_1', ['asked'], { state: 'approved' }),
    );

    expect([
      asked,
      await accept('rt_1', { requestHash: 'other' }),
      await accept('rt_1'),
      await accept('rt_2'),
    ]).to.deep.equal(['APPROVAL_REQUIRED', 'APPROVAL_REQUIRED', 'accepted', 'APPROVAL_REQUIRED']);
  });

  it("settles the day's budget as routes end: spent once done, given back once failed, taken again after a reorg", async () => {
    await setPolicy({ maxPerDay: 100n });
    await accept('rt_1');
    const event = (kind: 'route.done' | 'route.failed' | 'route.reopened') => ({
      ...{ id: `ev_${kind}`, kind, routeId: 'rt_1', srcTx: null, destTx: null, atMs },
    });
    const end = (kind: 'route.done' | 'route.failed', stage = 'REFUNDED') => {
      const status = kind === 'route.done' ? 'DONE' : 'FAILED';
      return store.run('end', (tx) =>
        tx.announce.routeEnded(event(kind), route('rt_1', { status, stage })),
      );
    };
    const reopen = () =>
      store.run('reopen', (tx) => tx.announce.routeReopened(event('route.reopened')));
    const seen = [await today()];

    for (const step of [
      () => end('route.done'),
      reopen,
      // The recipient has less than was agreed, but has it.
      () => end('route.failed', 'DELIVERED_BELOW_MIN'),
      reopen,
      () => end('route.failed', 'WRITTEN_OFF'),
      reopen,
      () => end('route.failed'),
      // Another route has it by now, and the money of the first is under way all the same.
      () => accept('rt_2'),
      reopen,
    ]) {
      await step();
      seen.push(await today());
    }

    expect(seen.map(({ reserved, spent }) => [reserved, spent])).to.deep.equal([
      [100n, 0n],
      [0n, 100n],
      [100n, 0n],
      [0n, 100n],
      [100n, 0n],
      [0n, 100n],
      [100n, 0n],
      [0n, 0n],
      [100n, 0n],
      [200n, 0n],
    ]);
    expect(await accept('rt_3')).to.equal('AGENT_LIMIT');
    const kinds = (await store.reads.agents.agentActivity(agentId, null, 20)).map(
      ({ kind }) => kind,
    );
    expect(kinds).to.deep.equal([
      'route.reopened',
      'route.accepted',
      'route.failed',
      'route.reopened',
      'route.failed',
      'route.reopened',
      'route.failed',
      'route.reopened',
      'route.done',
      'route.accepted',
    ]);
  });
});
