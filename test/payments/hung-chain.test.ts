import { createClient } from '@interline/client';
import { startDevnet } from '@interline/devnet';
import { RelayError } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { startHarness } from '../support/harness.ts';
import { stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';

const hungId = 42_161;

describe('payments of x402 next to a chain that hangs', () => {
  it('end within seconds, if no caller waits for them', async () => {
    const devnet = await startDevnet({ chainIds: [chainId, hungId], port: 0 });
    const node = await misbehavingNode(
      devnet.chains.find((one) => one.chainId === hungId)?.rpcUrl ?? '',
    );
    const harness = await startHarness({
      devnet,
      rpcUrls: { [hungId]: [node.url] },
      // No request learns what it committed, so that none waits for its end.
      rebind(container) {
        const store = container.get(parts.store);
        container.rebind(parts.store).toConstantValue({
          ...store,
          async run(name, work) {
            const done = await store.run(name, work);
            if (name === 'commit-settlement')
              throw new RelayError('STORE_DOWN', { recorded: 'unknown' });
            return done;
          },
        });
      },
    });
    try {
      const facilitator = facilitatorOf(harness, await keyOf(harness));
      const payer = await buyer(harness);
      const hung = { network: `eip155:${hungId}`, asset: usdcOf(harness, hungId) } as const;
      await devnet.faucet({
        ...{ chainId: hungId, token: hung.asset, to: payer.address, amount: 5_000_000n },
      });
      const open = () =>
        harness.container
          .get(parts.store)
          .reads.transactions.openTransactions({ owner: 'payment' });
      const commit = async (demand: ReturnType<typeof demandOf>) =>
        facilitator.settle(await payer.pay(demand), demand).catch(() => null);
      await stopMining(devnet, hungId);
      await commit(demandOf(harness, hung));
      node.behave(async () => 'silence');
      await new Promise((resolve) => setTimeout(resolve, 5_000));

      const since = performance.now();
      for (let nth = 0; nth < 4; nth += 1) {
        await commit(demandOf(harness));
        await until('its end', async () => (await open()).length === 1);
      }
      const tookMs = performance.now() - since;
      // About two seconds each; each waited for the hung one's deadlines before.
      expect(tookMs).to.be.lessThan(16_000);
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });

  it('to an invoice are shown in their current state within seconds', async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const node = await misbehavingNode(devnet.chains[0]?.rpcUrl ?? '');
    const harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
    try {
      const body = { bundle: 'starter', asset: 'usdc-8453' } as const;
      const { id, payTo, amount } = await createClient({ baseUrl: harness.url }).call(
        'POST /api/plus/invoice',
        { body },
      );
      const facilitator = facilitatorOf(harness, await keyOf(harness));
      const demand = demandOf(harness, { payTo, amount });
      const payment = await (await buyer(harness)).pay(demand);
      const { reads } = harness.container.get(parts.store);
      await stopMining(devnet, chainId);
      const settling = facilitator.settle(payment, demand).catch(() => null);
      await until('it is under way', async () => {
        return (await reads.transactions.openTransactions({ owner: 'payment' })).length > 0;
      });
      node.behave(async () => 'silence');

      const since = performance.now();
      const answer = await fetch(`${harness.url}/api/plus/invoice/${id}`, {
        headers: { prefer: 'x402' },
      });
      const tookMs = performance.now() - since;

      // Ten looks took more than a minute.
      expect([answer.status, answer.headers.get('payment-required')]).to.deep.equal([200, null]);
      expect(tookMs).to.be.lessThan(35_000);
      await settling;
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });

  it('are supported within seconds, and demanded', async () => {
    const devnet = await startDevnet({ chainIds: [chainId, hungId], port: 0 });
    const node = await misbehavingNode(
      devnet.chains.find((one) => one.chainId === hungId)?.rpcUrl ?? '',
    );
    const rpcUrls = { [hungId]: [node.url] };
    const harness = await startHarness({ devnet, rpcUrls, limitScale: 1 });
    try {
      node.behave(async () => 'silence');
      const asked = async (path: string) => {
        const since = performance.now();
        const answer = await fetch(`${harness.url}${path}`, { headers: { prefer: 'x402' } });
        return { answer, tookMs: performance.now() - since };
      };
      const beyond = await until('a limit', async () => {
        const one = await asked('/api/route/chains');
        return one.answer.status === 402 && one;
      });

      const supported = await asked('/api/payments/supported');

      const { kinds } = (await supported.answer.json()) as {
        readonly kinds: readonly { readonly network: string }[];
      }; // CAST: as documented.
      expect(kinds.map(({ network }) => network)).to.include(`eip155:${chainId}`);
      expect(beyond.answer.headers.get('payment-required')).to.be.a('string');
      for (const { tookMs } of [supported, beyond]) expect(tookMs).to.be.lessThan(7_000);
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });
});
