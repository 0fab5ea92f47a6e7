import { startDevnet, type Devnet } from '@interline/devnet';
import { expect } from 'chai';
import { textField } from '@interline/cli';
import { changing, honest, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type FaultyNode, faultyNode, type NodeFault } from '../support/faulty-node.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { transferCount } from '../support/transfer-count.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const afterAcceptance: readonly NodeFault[] = [
  'accept-then-error',
  'accept-then-garbage',
  'accept-then-reset',
  'accept-then-hang',
];

describe('a node that misbehaves', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
  });
  after(() => devnet.stop());

  for (const fault of afterAcceptance) {
    it(`takes every transaction, then does "${fault}": nothing fails and nothing is paid twice`, async () => {
      await withFaults(
        (methods) => (methods.includes('eth_sendRawTransaction') ? fault : 'none'),
        async (harness) => {
          const payer = await freshPayer(harness, 8453, 2_000_000n);

          const { receipt } = await send(harness, payer, {
            from: 8453,
            to: 42161,
            units: 2_000_000n,
          });
          const last = await endOfRoute(harness.client, textField(receipt, 'id'));

          expect(last).to.include({ status: 'DONE', bridged: '1998400' });
          expect(await transferCount(devnet, 8453, { from: payer.address })).to.equal(1);
          expect(await transferCount(devnet, 42161, { to: payer.address })).to.equal(1);
        },
      );
    });
  }

  it('fails a third of all requests at random, by seed 7: every transfer arrives once and the books balance', async () => {
    const random = seededRandom(7);
    const pick: readonly NodeFault[] = ['refuse', ...afterAcceptance.slice(0, 3)];
    await withFaults(
      () => (random() < 0.33 ? (pick[Math.floor(random() * pick.length)] ?? 'none') : 'none'),
      async (harness) => {
        const payers = await Promise.all(
          Array.from({ length: 6 }, () => freshPayer(harness, 8453, 1_000_000n)),
        );

        const ends = await Promise.all(
          payers.map(async (payer) => {
            const sent = await stubborn(() =>
              send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n }),
            );
            return endOfRoute(harness.client, textField(sent.receipt, 'id'));
          }),
        );

        expect(ends.map((end) => end['status'])).to.deep.equal(payers.map(() => 'DONE'));
        for (const payer of payers) {
          expect(await usdcBalance(devnet, 42161, payer.address)).to.equal(999_200n);
          expect(await transferCount(devnet, 8453, { from: payer.address })).to.equal(1);
        }
      },
    );
  });

  it('reports an arrived payout as reverted while a healthy one does not: it is paid once', async () => {
    const [source, destination] = devnet.chains;
    if (source === undefined || destination === undefined) throw new Error('a chain is missing');
    const liar = await misbehavingNode(destination.rpcUrl);
    const rpcUrls = { 8453: [source.rpcUrl], 42161: [liar.url, destination.rpcUrl] };
    const harness = await startHarness({ devnet, rpcUrls });
    try {
      const payer = await freshPayer(harness, 8453, 2_000_000n);
      let lies = 0;
      liar.behave(
        changing('eth_getTransactionReceipt', (reply) => {
          if (reply.result == null) return reply;
          lies += 1;
          return { ...reply, result: { ...reply.result, status: '0x0', logs: [] } };
        }),
      );

      const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 2_000_000n });
      await until('a few lies', () => lies > 5);
      const paid = await usdcBalance(devnet, 42161, payer.address);
      liar.behave(honest);
      const last = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect([paid, last['status'], await usdcBalance(devnet, 42161, payer.address)]).to.deep.equal(
        [1_998_400n, 'DONE', 1_998_400n],
      );
      expect(await usdcBalance(devnet, 8453, payer.address)).to.equal(0n);
    } finally {
      await harness.stop();
      await liar.close();
    }
  });

  async function withFaults(
    faultOf: (methods: readonly string[]) => NodeFault,
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    let isOn = false;
    const proxies: FaultyNode[] = await Promise.all(
      devnet.chains.map((chain) =>
        faultyNode(chain.rpcUrl, (methods) => (isOn ? faultOf(methods) : 'none')),
      ),
    );
    const rpcUrls = Object.fromEntries(
      devnet.chains.map((chain, index) => [chain.chainId, [proxies[index]?.url ?? '']]),
    );
    const harness = await startHarness({ devnet, rpcUrls });
    isOn = true;
    try {
      await work(harness);
      expect(proxies.reduce((sum, proxy) => sum + proxy.faults, 0)).to.be.greaterThan(0);
      isOn = false;
      for (const book of await floatBooks(harness))
        expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
    } finally {
      isOn = false;
      await harness.stop();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    }
  }

  /** A client that tries again while the service says that it may. */
  async function stubborn<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (tries >= 30) throw error;
      }
    }
  }
});
