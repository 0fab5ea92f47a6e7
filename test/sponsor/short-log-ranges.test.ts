import { type Devnet, startDevnet } from '@interline/devnet';
import { evmAddress, evmChain, noUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import {
  type Behaviour,
  honest,
  type MisbehavingNode,
  misbehavingNode,
  written,
} from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, stopMining } from '../support/mining.ts';
import { drained, sentFirst } from './in-front.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

/** As free plans of hosted nodes do. */
const servesTenBlocks: Behaviour = async (calls, forward) => {
  const replies = await forward();
  return written(
    calls,
    replies.map((reply, at) => {
      const { method, params } = calls[at] ?? expect.fail();
      if (method !== 'eth_getLogs') return reply;
      // CAST: a filter of the adapter.
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock?: string }];
      return toBlock !== undefined && Number(toBlock) - Number(fromBlock) < 10
        ? reply
        : { id: reply.id, error: { code: -32_600, message: 'up to a 10 block range' } };
    }),
  );
};

describe('a sponsored call on nodes that search ten blocks at once', () => {
  let devnet: Devnet;
  let node: MisbehavingNode;
  let harness: Harness;
  before(async () => {
    devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    node = await misbehavingNode(devnet.chains[0]?.rpcUrl ?? expect.fail());
    harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
  });
  after(async () => {
    await harness.stop();
    await node.close();
    await devnet.stop();
  });

  it('is found in a transaction of others, forty blocks later too', async () => {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
    const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
    const { txHash } = await ended(payer, id);
    const { reads } = harness.container.get(parts.store);
    const call = (await reads.sponsor.sponsoredCall(id)) ?? expect.fail();
    const [carried] = await reads.transactions.transactionsOf(call.bundleId ?? '');
    await mine(devnet, chainId, 40);
    node.behave(servesTenBlocks);

    const found = await harness.container.get(parts.sponsored).foundElsewhere(
      evmChain(chainId),
      { hash: call.hash as Hex, account: call.account, fee: { ...call.fee, units: noUnits } }, // CAST: a hash that the store has was made as hex.
      { relayer: evmAddress(payer.relayer), block: carried?.minedBlock ?? 0, head: 0 },
      new AbortController().signal,
    );

    expect(found).to.include({ isSuccess: true, elsewhere: txHash });
  });

  for (const [how, status] of [
    ['is free', 'FAILED'],
    ['is used by a stranger', 'INCLUDED'],
  ] as const)
    it(`ends however late it is looked at, if its transaction reverted and its nonce ${how}`, async () => {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      node.behave(honest);
      await stopMining(devnet, chainId);
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
      const call = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
      if (status === 'FAILED') await drained(harness, payer);
      else await sentFirst(harness, payer, call);
      node.behave(async () => 'reset');
      await chainRpc(devnet, chainId, 'evm_setAutomine', [true]);
      await mine(devnet, chainId, 1_000);
      node.behave(servesTenBlocks);

      expect((await ended(payer, call.id)).status).to.equal(status);
    });
});
