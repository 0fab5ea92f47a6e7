import { textField } from '@interline/cli';
import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { changing, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];

describe('one of three nodes whose gas estimates are far too low', () => {
  for (const estimate of [null, 21_001, 1_000])
    it(`${estimate}: does not make payouts revert`, async () => {
      const devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
      const nodesOf = async (chainId: number) => {
        const target = devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? '';
        return Promise.all([1, 2, 3].map(() => misbehavingNode(target)));
      };
      const nodes = { [source]: await nodesOf(source), [destination]: await nodesOf(destination) };
      const harness = await startHarness({
        devnet,
        rpcUrls: Object.fromEntries(Object.entries(nodes).map(([id, all]) => [id, all.map(({ url }) => url)])),
      });
      try {
        const payer = await freshPayer(harness, source, 5_000_000n);
        if (estimate !== null)
          for (const all of Object.values(nodes))
            all[0]?.behave(
              changing('eth_estimateGas', (reply) => (reply.result === undefined ? reply : { ...reply, result: `0x${estimate.toString(16)}` })),
            );
        const { receipt } = await send(harness, payer, { from: source, to: destination, units: 5_000_000n });
        const id = textField(receipt, 'id');
        let last: Record<string, unknown> = {};
        for (let tries = 0; tries < 200; tries += 1) {
          last = await harness.client.get(`/api/route/status?id=${id}`);
          if (last['status'] === 'DONE' || last['status'] === 'FAILED') break;
          await sleep(200);
        }
        const reverted: Record<string, number> = {};
        let spent = 0n;
        for (const chainId of [source, destination]) {
          const head = Number(await chainRpc(devnet, chainId, 'eth_blockNumber'));
          for (let height = Math.max(1, head - 60); height <= head; height += 1) {
            const block = (await chainRpc(devnet, chainId, 'eth_getBlockByNumber', [`0x${height.toString(16)}`, false])) as { transactions: string[] };
            for (const hash of block.transactions) {
              const one = (await chainRpc(devnet, chainId, 'eth_getTransactionReceipt', [hash])) as { status: string; gasUsed: string; effectiveGasPrice: string };
              if (one.status === '0x1') continue;
              reverted[chainId] = (reverted[chainId] ?? 0) + 1;
              spent += BigInt(one.gasUsed) * BigInt(one.effectiveGasPrice);
            }
          }
        }
        console.log(JSON.stringify({ estimate, status: last['status'], stage: last['stage'], code: last['errorCode'], reverted, spentWei: `${spent}`, recipient: `${await usdcBalance(devnet, destination, payer.address)}`, payer: `${await usdcBalance(devnet, source, payer.address)}` }));
        expect(reverted).to.deep.equal({});
        expect(last['status']).to.equal('DONE');
      } finally {
        await harness.stop();
        await devnet.stop();
        for (const all of Object.values(nodes)) for (const one of all) await one.close();
      }
    }).timeout(90_000);
});
