import { devnetFinality } from '@interline/kernel';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { changing, honest, misbehavingNode, type Reply, written } from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { startHarness } from '../support/harness.ts';
import { startDevnet } from '@interline/devnet';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];

describe('a payout for a pull that only one of two nodes still shows', () => {
  for (const lie of [0, 1_000])
    it(`is not made where that node's block number was once ${lie} too high`, async () => {
      // As on a chain whose config says 3; the devnet's own figure is 1.
      Object.assign(devnetFinality, { 'eip155:8453': { tiers: [], confirmations: 3, finalDepth: 20 } });
      const devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
      const rpc = (method: string, params: readonly unknown[] = []) => chainRpc(devnet, source, method, params);
      const target = devnet.chains.find((one) => one.chainId === source)?.rpcUrl ?? '';
      const [a, b] = [await misbehavingNode(target), await misbehavingNode(target)];
      const harness = await startHarness({ devnet, rpcUrls: { [source]: [a.url, b.url] } });
      try {
        const payer = await freshPayer(harness, source, 5_000_000n);
        await rpc('anvil_mine', ['0x8']);
        await sleep(3_000);
        await rpc('evm_setAutomine', [false]);
        const { receipt: told } = await send(harness, payer, { from: source, to: destination, units: 5_000_000n });
        const id = textField(told, 'id');
        b.behave(changing('eth_blockNumber', (reply) => ({ ...reply, result: `0x${(Number(reply.result) + lie).toString(16)}` })));
        await rpc('anvil_mine', ['0x1']);
        const { transactions: hashes } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { transactions: string[] };
        const hash = hashes.at(-1) ?? '';
        const before = b.requests.length;
        while (!b.requests.slice(before).some((calls) => calls.some((call) => call.method === 'eth_getTransactionReceipt'))) await sleep(20);
        await sleep(300);
        a.behave(async () => 'reset');
        b.behave(async () => 'reset');
        await sleep(300);

        await rpc('anvil_mine', ['0x2']);
        const head = Number(await rpc('eth_blockNumber'));
        const stale = new Map<string, unknown>();
        for (let height = Math.max(0, head - 60); height <= head; height += 1) {
          const word = `0x${height.toString(16)}`;
          stale.set(word, await rpc('eth_getBlockByNumber', [word, false]));
        }
        stale.set('latest', stale.get(`0x${head.toString(16)}`));
        const receipts = new Map<string, unknown>();
        for (const one of hashes) receipts.set(one, await rpc('eth_getTransactionReceipt', [one]));
        const receipt = receipts.get(hash) as { from: string };
        const nonce = await rpc('eth_getTransactionCount', [receipt.from, 'latest']);
        await rpc('anvil_rollback', [3]);
        await rpc('anvil_impersonateAccount', [payer.address]);
        await rpc('anvil_setBalance', [payer.address, '0xde0b6b3a7640000']);
        const usdc = devnet.chains.find((one) => one.chainId === source)?.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
        const data = `0xa9059cbb${'11'.repeat(20).padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`;
        await rpc('eth_sendTransaction', [{ from: payer.address, to: usdc, data, gas: '0x30000' }]);
        await rpc('evm_increaseTime', [7]);
        await rpc('anvil_mine', ['0x5']);
        b.behave(async (calls, forward) => {
          const replies = await forward();
          return written(
            calls,
            replies.map((reply, at): Reply => {
              const call = calls[at];
              const first = String(call?.params[0]);
              if (call?.method === 'eth_getTransactionReceipt' && receipts.has(first)) return { id: reply.id, result: receipts.get(first) };
              if (call?.method === 'eth_getBlockByNumber') return { id: reply.id, result: stale.get(first) ?? null };
              if (call?.method === 'eth_blockNumber') return { id: reply.id, result: `0x${head.toString(16)}` };
              if (call?.method === 'eth_getTransactionCount' && first.toLowerCase() === receipt.from.toLowerCase())
                return { id: reply.id, result: nonce };
              return reply;
            }),
          );
        });
        a.behave(honest);
        await sleep(3_500);
        const bothAnswer = (await harness.client.get(`/api/route/status?id=${id}`))['stage'];
        a.behave(async () => 'reset');
        for (let tries = 0; tries < 60; tries += 1) {
          if ((await usdcBalance(devnet, destination, payer.address)) > 0n) break;
          await sleep(200);
        }
        const paid = await usdcBalance(devnet, destination, payer.address);
        const pulled = (await rpc('eth_getTransactionReceipt', [hash])) !== null;
        a.behave(honest);
        b.behave(honest);
        await rpc('evm_setAutomine', [true]);
        for (let mined = 0; mined < 25; mined += 1) { await rpc('anvil_mine', ['0x1']); await sleep(200); }
        await sleep(4_000);
        const end = await harness.client.get(`/api/route/status?id=${id}`);
        const desk = await fetch(`${harness.url}/api/operator/desk`, { headers: { authorization: `Bearer ${harness.operatorToken}` } }).then((one) => one.json()).catch(String);
        const last = (await rpc('eth_getTransactionReceipt', [hash])) as { status: string } | null;
        console.log(JSON.stringify({ lie, bothAnswer, paid: `${paid}`, pulled, end: [end['status'], end['stage'], end['errorCode']], pullNow: last?.status ?? null, desk }).slice(0, 1500));
        expect(`${paid}`).to.equal('0');
      } finally {
        await harness.stop();
        await devnet.stop();
        await a.close();
        await b.close();
      }
    }).timeout(90_000);
});
