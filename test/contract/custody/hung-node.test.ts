import type { EvmCustody } from '@interline/adapters/custody/evm';
import { evmAddress, type Hex } from '@interline/kernel';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import { changing, honest, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
const deadlineMs = 5_000;

describe('one of three nodes that accepts requests and answers none', () => {
  let scene: CustodyScene;
  let hung: MisbehavingNode;
  let custody: EvmCustody;
  let paidBy: Hex;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', recipient, 5n);
    const [sender] = (await scene.rpc('eth_accounts')) as readonly string[]; // CAST: anvil's own shape.
    paidBy = (await scene.rpc('eth_sendTransaction', [
      { from: sender, to: recipient, value: '0x7' },
    ])) as Hex; // CAST: anvil's own shape.
    await mined(scene.rpc, paidBy);
  });
  beforeEach(async () => {
    hung = await misbehavingNode(scene.rpcUrl);
    hung.behave(() => Promise.resolve('silence'));
    custody = scene.over([scene.rpcUrl, hung.url, scene.rpcUrl], { deadlineMs });
  });
  afterEach(() => hung.close());
  after(() => scene.close());

  async function took(reading: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await reading();
    return performance.now() - startedAt;
  }
  const arrivals = () =>
    custody.arrivals(scene.chain, paidBy, { token: 'native', to: recipient }, signal);

  it('holds up by its deadline no reading that it cannot change', async () => {
    const { payments } = custody;
    const watched = [{ address: recipient, token: scene.usdc, depth: 1 }];

    expect(await took(() => payments.seenAt(scene.chain, watched, signal))).to.be.below(deadlineMs);
    expect(await payments.seenAt(scene.chain, watched, signal)).to.have.nested.property(
      '0.deep.units',
      5n,
    );
  });

  it('is waited for to its deadline once if its word would contradict the others, then for a second', async () => {
    const first = await took(arrivals);
    const second = await took(arrivals);

    expect(first).to.be.at.least(deadlineMs - 100);
    expect(second).to.be.below(deadlineMs);
    expect(await arrivals()).to.have.length(1);
  });

  it('is used as before once it answers', async () => {
    await took(arrivals);
    hung.behave(
      changing('eth_getTransactionReceipt', (reply) => ({
        ...reply,
        result: { ...Object(reply.result), status: '0x0' },
      })),
    );

    expect(await arrivals()).to.deep.equal([]);

    hung.behave(honest);
    expect(await arrivals()).to.have.length(1);
  });
});
