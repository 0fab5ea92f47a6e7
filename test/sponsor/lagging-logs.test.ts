import { startDevnet } from '@interline/devnet';
import { fillSlot } from '@interline/core/transactions';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import {
  changing,
  honest,
  type MisbehavingNode,
  misbehavingNode,
} from '../contract/custody/misbehaving-node.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { sentFirst } from './in-front.ts';
import { booksOf, ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

describe('a sponsored call that a stranger made', () => {
  let harness: Harness;
  let node: MisbehavingNode;
  before(async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    node = await misbehavingNode(
      devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? '',
    );
    harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
  });
  after(async () => {
    await harness.stop();
    await node.close();
    await harness.devnet.stop();
  });
  afterEach(() => resumeMining(harness.devnet, chainId));

  async function overtaken() {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    await stopMining(harness.devnet, chainId);
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
    const call = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
    return { payer, call, theirs: await sentFirst(harness, payer, call) };
  }

  it('has not failed while the logs of a node lag behind its head', async () => {
    const { payer, call, theirs } = await overtaken();
    node.behave(changing('eth_getLogs', (reply) => ({ ...reply, result: [] })));
    await resumeMining(harness.devnet, chainId);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    const early = await payer.read(call.id);
    node.behave(honest);
    const late = await ended(payer, call.id);

    expect(early.status).to.equal('ACCEPTED');
    expect(late).to.include({ status: 'INCLUDED', txHash: theirs });
    expect((await booksOf(harness)).unclaimed).to.deep.equal({});
  });

  it('has not failed if the operator gave ours up', async () => {
    const { payer, call, theirs } = await overtaken();
    const { ports } = harness.container.get(parts.transactions);
    const [ours] = await ports.store.reads.transactions.openTransactions({ owner: 'sponsor' });
    if (ours === undefined) throw new Error('nothing of ours is open');
    await fillSlot(ports, ours, new AbortController().signal);
    await resumeMining(harness.devnet, chainId);
    await mine(harness.devnet, chainId, 100);
    const seen = await ended(payer, call.id);

    expect(seen).to.include({ status: 'INCLUDED', txHash: theirs });
  });
});
