import type { Writes } from '@interline/core';
import type { Agent, AgentRoute, Approval } from '@interline/core/agents';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { payer } from './store-samples.ts';

const day = '2027-01-15';
const dayMs = 86_400_000;

const agent: Agent = {
  id: 'agt_1',
  account: payer,
  name: 'a payer of invoices',
  keyId: 'k1',
  publicKey: 'x1',
  policy: {
    maxPerRoute: 1_000n,
    maxPerDay: 1_000n,
    tokens: ['USDC'],
    chains: ['*'],
    recipients: [],
    approveAbove: null,
    expiresAtMs: 1_900_000_000_000,
  },
  state: 'active',
  seq: 0,
  createdAtMs: 1_000,
};

const approval: Approval = {
  id: 'apr_1',
  agentId: 'agt_1',
  requestHash: 'b1',
  cents: 999_999_999_999_999n,
  state: 'asked',
  about: { amount: '25000000', fromChain: 8453 },
  askedAtMs: 5,
  decidedAtMs: null,
};

export function storeAgents(given: () => ContractStore): void {
  const write = <T>(work: (tx: Writes) => Promise<T>): Promise<T> => given().run('write', work);
  const insert = (change: Partial<Agent> = {}) =>
    write(({ agents }) => agents.insertAgent({ ...agent, ...change }));
  const reads = () => given().reads.agents;

  describe('an agent', () => {
    it('comes back as it was written, by its id, its key and its account', async () => {
      await insert();
      await insert({ id: 'agt_2', keyId: 'k2', createdAtMs: 500 });
      await insert({ id: 'agt_3', keyId: 'k3', account: 'another' });

      expect(await reads().agent('agt_1')).to.deep.equal(agent);
      expect(await reads().agentByKey('k1')).to.deep.equal(agent);
      expect(await reads().agentByKey('k4')).to.equal(null);
      expect((await reads().agentsOf(payer)).map(({ id }) => id)).to.deep.equal(['agt_2', 'agt_1']);
    });

    it('has its own key, which is free again after the agent is deleted', async () => {
      const first = await insert();
      const second = await insert({ id: 'agt_2' });
      await write(({ agents }) => agents.changeAgent('agt_1', { keyId: null, state: 'deleted' }));
      const third = await insert({ id: 'agt_3' });
      await write(({ agents }) => agents.changeAgent('agt_3', { keyId: null, state: 'deleted' }));

      expect([first, second, third]).to.deep.equal([true, false, true]);
      expect(await reads().agentsOf(payer)).to.deep.equal([]);
    });

    it('signs with each nonce once, and the nonce of another key is another', async () => {
      const take = (key: string) => write(({ agents }) => agents.takeAgentNonce(key, 'n1', 100));

      expect([await take('k1'), await take('k1'), await take('k2')]).to.deep.equal([
        true,
        false,
        true,
      ]);
    });

    it('has a nonce kept until a day after the end of its signature', async () => {
      await write(({ agents }) => agents.takeAgentNonce('k1', 'n1', 100));

      await write((tx) => tx.prune(100 + dayMs));
      const kept = await reads().isNonceUsed('k1', 'n1');
      await write((tx) => tx.prune(101 + dayMs));

      expect([kept, await reads().isNonceUsed('k1', 'n1')]).to.deep.equal([true, false]);
    });

    it('cannot sign again with a nonce that is forgotten, though the clock was set back', async () => {
      const take = (nonce: string, untilMs: number) =>
        write(({ agents }) => agents.takeAgentNonce('k1', nonce, untilMs));
      await take('n1', 100);
      await write((tx) => tx.prune(101 + dayMs));
      await write((tx) => tx.prune(50 + dayMs));

      expect([await take('n1', 100), await take('n2', 100), await take('n3', 101)]).to.deep.equal([
        false,
        false,
        true,
      ]);
    });

    it('that was deleted is forgotten with the last of what it did, 100 days after that', async () => {
      await insert();
      await insert({ id: 'agt_2', keyId: 'k2' });
      const about = {};
      await write(async ({ agents }) => {
        await agents.changeAgent('agt_1', { keyId: null, state: 'deleted' });
        await agents.recordAgentActivity('agt_1', { kind: 'deleted', atMs: 5_000, about });
      });
      const agentAfter = async (ms: number, id: string) => {
        await write((tx) => tx.prune(ms));
        return (await reads().agent(id))?.state ?? null;
      };

      expect([
        await agentAfter(5_000 + 100 * dayMs, 'agt_1'),
        await agentAfter(5_001 + 100 * dayMs, 'agt_1'),
        await agentAfter(5_001 + 100 * dayMs, 'agt_2'),
      ]).to.deep.equal(['deleted', null, 'active']);
    });

    it('has what it did kept for 100 days', async () => {
      await insert();
      await write(({ agents }) =>
        agents.recordAgentActivity('agt_1', { kind: 'changed', atMs: 5_000, about: {} }),
      );
      const leftAt = async (ms: number) => {
        await write((tx) => tx.prune(ms));
        return (await reads().agentActivity('agt_1', null, 9)).length;
      };

      expect([await leftAt(5_000 + 100 * dayMs), await leftAt(5_001 + 100 * dayMs)]).to.deep.equal([
        1, 0,
      ]);
    });

    it('has what it did listed in order, the newest first, a page behind a number', async () => {
      await insert();
      for (const atMs of [1, 2, 3])
        await write(({ agents }) =>
          agents.recordAgentActivity('agt_1', {
            kind: 'route.done',
            atMs,
            about: { routeId: `rt_${atMs}` },
          }),
        );

      const seqs = async (before: number | null, limit: number) =>
        (await reads().agentActivity('agt_1', before, limit)).map(({ seq }) => seq);
      expect([await seqs(null, 2), await seqs(2, 2), await seqs(1, 2)]).to.deep.equal([
        [3, 2],
        [1],
        [],
      ]);
      expect((await reads().agentActivity('agt_1', 2, 1))[0]).to.deep.equal({
        agentId: 'agt_1',
        seq: 1,
        kind: 'route.done',
        atMs: 1,
        about: { routeId: 'rt_1' },
      });
    });
  });

  describe("the budget of an agent's day", () => {
    const reserve = (cents: bigint, cap = 1_000n) =>
      write(({ agents }) => agents.reserveOfDay('agt_1', day, cents, cap));
    const move = (to: AgentRoute['state']) =>
      write(({ agents }) => agents.moveAgentRoute('rt_1', to));
    const today = () => reads().agentDay('agt_1', day);

    it('is taken up to its cap and not a cent further, even if digits would sort otherwise', async () => {
      const taken = [await reserve(9n, 1_000n), await reserve(992n), await reserve(991n)];

      expect([...taken, await reserve(1n)]).to.deep.equal([true, false, true, false]);
      expect(await today()).to.deep.equal({ reserved: 1_000n, spent: 0n });
      expect(await reads().agentDay('agt_1', '2027-01-16')).to.deep.equal({
        reserved: 0n,
        spent: 0n,
      });
    });

    it('holds sums of fifteen digits to the cent', async () => {
      const [cap, most] = [999_999_999_999_999n, 999_999_999_999_998n];

      expect([
        await reserve(most, cap),
        await reserve(2n, cap),
        await reserve(1n, cap),
      ]).to.deep.equal([true, false, true]);
      expect(await today()).to.deep.equal({ reserved: cap, spent: 0n });
    });

    it('is taken ten times if two hundred units each ask for a tenth of it at once', async () => {
      const taken = await Promise.all(Array.from({ length: 200 }, () => reserve(100n)));

      expect(taken.filter(Boolean)).to.have.length(10);
      expect(await today()).to.deep.equal({ reserved: 1_000n, spent: 0n });
    });

    it('is spent once by a route that is done, given back once by one that failed, and taken again', async () => {
      const route = {
        routeId: 'rt_1',
        agentId: 'agt_1',
        day,
        cents: 400n,
        bodyHash: 'b1',
        atMs: 5,
      };
      await reserve(400n);
      await write(({ agents }) => agents.insertAgentRoute({ ...route, state: 'reserved' }));

      const steps = [];
      for (const to of ['spent', 'spent', 'reserved', 'returned', 'returned', 'reserved'] as const)
        steps.push([await move(to), await today()]);

      const [none, reserved, spent] = [
        { reserved: 0n, spent: 0n },
        { reserved: 400n, spent: 0n },
        { reserved: 0n, spent: 400n },
      ];
      expect(steps).to.deep.equal([
        [true, spent],
        [false, spent],
        [true, reserved],
        [true, none],
        [false, none],
        [true, reserved],
      ]);
      expect(await write(({ agents }) => agents.moveAgentRoute('rt_2', 'spent'))).to.equal(false);
      expect(await reads().agentRouteOfBody('agt_1', 'b1')).to.deep.equal({
        ...route,
        state: 'reserved',
      });
      expect(await reads().agentRouteOfBody('agt_2', 'b1')).to.equal(null);
    });

    it('is forgotten after a hundred days, but not while a route of it is under way', async () => {
      const atMs = Date.parse(day);
      const laterMs = atMs + 102 * dayMs;
      await reserve(1n);
      const route = { routeId: 'rt_1', agentId: 'agt_1', day, cents: 1n, bodyHash: 'b1', atMs };
      await write(({ agents }) => agents.insertAgentRoute({ ...route, state: 'reserved' }));

      await write((tx) => tx.prune(laterMs));
      const open = await today();
      await move('spent');
      await write((tx) => tx.prune(laterMs));

      expect([open.reserved, (await today()).spent]).to.deep.equal([1n, 0n]);
      expect(await reads().agentRoute('rt_1')).to.equal(null);
    });
  });

  describe('an approval', () => {
    const insertOne = (change: Partial<Approval> = {}) =>
      write(({ agents }) => agents.insertApproval({ ...approval, ...change }));

    it('comes back by its id and its request, those that wait in front', async () => {
      await insertOne();
      await insertOne({ id: 'apr_2', requestHash: 'b2', askedAtMs: 9, state: 'denied' });
      await insertOne({ id: 'apr_3', requestHash: 'b3', askedAtMs: 7 });

      expect(await reads().approval('apr_1')).to.deep.equal(approval);
      expect(await reads().openApproval('agt_1', 'b1')).to.deep.equal(approval);
      expect(await reads().openApproval('agt_2', 'b1')).to.equal(null);
      expect((await reads().approvals('agt_1', 9)).map(({ id }) => id)).to.deep.equal([
        'apr_3',
        'apr_1',
        'apr_2',
      ]);
      expect(await reads().countAsked('agt_1')).to.equal(2);
    });

    it('is used once if fifty units use it at once', async () => {
      await insertOne({ state: 'approved' });

      const used = await Promise.all(
        Array.from({ length: 50 }, () =>
          write(({ agents }) => agents.moveApproval('apr_1', ['approved'], { state: 'used' })),
        ),
      );

      expect(used.filter(Boolean)).to.have.length(1);
      expect((await reads().approval('apr_1'))?.state).to.equal('used');
    });
  });
}
