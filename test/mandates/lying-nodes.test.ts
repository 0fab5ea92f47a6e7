import { textField } from '@interline/cli';
import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { arbitrum, base } from '../agents/agent-scene.ts';
import { misbehavingNode, written } from '../contract/custody/misbehaving-node.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { startHarness } from '../support/harness.ts';
import { mandatedBody, mandateScene, openMandate, register } from './mandate-scene.ts';

describe('a mandate over nodes of which one lies', () => {
  it('is not revoked where one of two says once that its nonce was invalidated', async () => {
    const devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
    const target = devnet.chains.find((one) => one.chainId === base)?.rpcUrl ?? '';
    const nodes = await Promise.all([misbehavingNode(target), misbehavingNode(target)]);
    const rpcUrls = { [base]: nodes.map(({ url }) => url) };
    const harness = await startHarness({ devnet, rpcUrls });
    try {
      const scene = await mandateScene(harness);
      const token = await openMandate(scene);
      const { id } = await register(scene, token);
      let lies = 0;
      for (const node of nodes)
        node.behave(async (calls, forward) => {
          const replies = await forward();
          const told = calls.map((call, at) => {
            const reply = replies[at] ?? { id: call.id };
            // Permit2's `allowance(address,address,address)`
            if (lies > 0 || !JSON.stringify(call.params).includes('"0x927da105')) return reply;
            lies += 1;
            return { ...reply, result: `0x${'0'.repeat(191)}1` };
          });
          return written(calls, told);
        });

      const paid = await scene.agent.call('POST /api/route/execute', {
        body: await mandatedBody(scene, { id, token }),
      });
      const end = await endOfRoute(harness.client, textField(paid, 'id'));
      const { state } = await scene.owner.call('GET /api/mandates/{id}', { params: { id } });

      expect([lies, end['status'], state]).to.deep.equal([1, 'DONE', 'active']);
    } finally {
      await harness.stop();
      for (const node of nodes) await node.close();
      await devnet.stop();
    }
  });
});
