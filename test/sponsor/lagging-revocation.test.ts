import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { toQuantity } from 'ethers';
import type { Hex } from 'viem';
import { honest, misbehavingNode, written } from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

describe('a revocation over a provider with a machine that is a block behind', () => {
  it('has not failed because that one still shows the code', async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const rpc = (method: string, params: readonly unknown[]) =>
      chainRpc(devnet, chainId, method, params);
    const node = await misbehavingNode(
      devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? '',
    );
    const harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
    try {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
      const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
      await ended(payer, id);
      const asked = { chainId, account: payer.address };
      const revoke = (body: object) =>
        payer.api.call('POST /api/sponsor/revoke', { body: body as never }); // CAST: as documented.
      const { authorization } = await revoke(asked);
      if (authorization === undefined) throw new Error('nothing is to be signed');
      await stopMining(devnet, chainId);
      const signed = await payer.authorize(authorization);
      const { call } = await revoke({ ...asked, authorization: signed });
      const head = toQuantity(Number(await rpc('eth_blockNumber', [])));
      let shown = 0;
      node.behave(async (all, forward) => {
        const replies = await forward();
        const told = all.map(async ({ method, params }, at) => {
          const reply = replies[at] ?? { id: 0 };
          const isAccount = String(params[0]).toLowerCase() === payer.address.toLowerCase();
          if (!isAccount || !/^eth_get(Code|TransactionCount)$/.test(method)) return reply;
          shown += 1;
          return { ...reply, result: await rpc(method, [params[0], head]) };
        });
        return written(all, await Promise.all(told));
      });

      await resumeMining(devnet, chainId);
      await until('a machine that was asked', () => shown > 0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const early = await payer.read(call?.id ?? '');
      node.behave(honest);
      const late = await ended(payer, call?.id ?? '');

      expect([early.status, late.status]).to.deep.equal(['ACCEPTED', 'INCLUDED']);
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });
});
