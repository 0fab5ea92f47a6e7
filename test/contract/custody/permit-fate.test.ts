import { asUnits, type Hex, permit2Address, type SignedPermit } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { honest, misbehavingNode, type MisbehavingNode, written } from './misbehaving-node.ts';
import type { Payer } from './payer.ts';
import { committed, type Committed } from './transactions.ts';
import { valueOf } from './outcome-value.ts';

const { signal } = new AbortController();
const permit2 = new Interface(['function invalidateUnorderedNonces(uint256 word, uint256 mask)']);

/** Forwards its calldata to Permit2, as an account does whose code cannot be decoded. */
const forwarder: Hex = `0x365f5f375f5f365f5f73${permit2Address.slice(2)}5af100`;

describe("a permit's fate", () => {
  let scene: CustodyScene;
  let nodes: readonly MisbehavingNode[];
  let custody: EvmCustody;
  let unspentAt: number;
  let payer: Payer;
  before(async () => {
    scene = await custodyScene();
    nodes = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
    custody = scene.over(nodes.map(({ url }) => url));
  });
  beforeEach(() => {
    for (const node of nodes) node.behave(honest);
  });
  after(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
  });

  it('is spent elsewhere by the transaction in which its payer cancelled it', async () => {
    const permit = await permitOf();
    const hash = await send(permit.owner, permit2Address, cancelling(permit));
    const block = await mine(1);

    expect(await custody.fateOf(permit, null, signal)).to.deep.equal({
      kind: 'spent-elsewhere',
      hash,
      block,
      head: block,
    });
  });

  it('is that by the logs of Permit2 if nodes serve the newest state only', async () => {
    const permit = await permitOf();
    const hash = await send(permit.owner, permit2Address, cancelling(permit));
    const block = await mine(3);
    withoutStates();

    expect(await custody.fateOf(permit, unspentAt, signal)).to.deep.equal({
      kind: 'spent-elsewhere',
      hash,
      block: block - 2,
      head: block,
    });
    expect(await custody.fateOf(permit, null, signal)).to.include({
      kind: 'unseen',
      reason: 'history-unserved',
    });
  });

  it('is spent elsewhere inside a contract, if no transaction of ours in that block brought anything', async () => {
    const permit = await permitOf();
    await scene.rpc('anvil_setCode', [permit.owner, forwarder]);
    await send(await somebody(), permit.owner, cancelling(permit));
    const block = await mine(1);

    expect(await custody.fateOf(permit, null, signal)).to.deep.equal({
      kind: 'spent-elsewhere',
      hash: null,
      block,
      head: block,
    });
  });

  it('is not that of our own pull in the block in which the payer cancelled first', async () => {
    const permit = await permitOf();
    const pull = await pullOf(permit);
    const hash = await send(permit.owner, permit2Address, cancelling(permit), '0x174876e800');
    await scene.custody.broadcast([pull.signedTransaction]);
    const block = await mine(1);

    const { transactions } = await custody.observe(scene.chain, [pull.watched], signal);
    expect(transactions.map(({ mined }) => [mined?.isSuccess, mined?.block])).to.deep.equal([
      [false, block],
    ]);
    expect(await custody.fateOf(permit, unspentAt, signal)).to.include({
      kind: 'spent-elsewhere',
      hash,
    });
  });

  for (const [how, isServed] of [
    ['by old states', true],
    ['by logs', false],
  ] as const) {
    it(`is redeemed by the pull of ours that is found ${how}, also when the payer cancels afterwards`, async () => {
      const permit = await permitOf();
      const pull = await pullOf(permit);
      await scene.custody.broadcast([pull.signedTransaction]);
      await mine(1);
      await send(permit.owner, permit2Address, cancelling(permit));
      await mine(1);
      if (!isServed) withoutStates();

      expect(await custody.fateOf(permit, unspentAt, signal)).to.deep.equal({
        kind: 'redeemed',
        hash: pull.signedTransaction.hash,
      });
    });
  }

  for (const [how, isServed] of [
    ['by old states', true],
    ['by logs', false],
  ] as const) {
    it(`is spent elsewhere, ${how}, if the payer cancels it in the block of another pull from the same payer`, async () => {
      const big = await permitOf();
      const dust = payer.permit({
        ...termsOf(big),
        units: asUnits(1n),
        nonce: (4n << 8n) | 1n,
      });
      const pull = await pullOf(dust);
      const hash = await send(big.owner, permit2Address, cancelling(big), '0x174876e800');
      await scene.custody.broadcast([pull.signedTransaction]);
      const block = await mine(3);
      if (!isServed) withoutStates();

      expect(await custody.fateOf(big, unspentAt, signal)).to.deep.equal({
        kind: 'spent-elsewhere',
        hash,
        block: block - 2,
        head: block,
      });
      expect(await custody.fateOf(dust, unspentAt, signal)).to.deep.equal({
        kind: 'redeemed',
        hash: pull.signedTransaction.hash,
      });
    });
  }

  it('is unseen, not spent elsewhere, while the first of three nodes leaves our pull out of its block', async () => {
    const permit = await permitOf();
    const pull = await pullOf(permit);
    await scene.custody.broadcast([pull.signedTransaction]);
    await mine(3);
    nodes[0]?.behave(async (calls, forward) => {
      const replies = await forward();
      return written(
        calls,
        replies.map((reply, index) =>
          calls[index]?.method === 'eth_getBlockByNumber' && calls[index].params[1] === true
            ? { id: reply.id, result: { ...(reply.result as object), transactions: [] } } // CAST: anvil's own shape.
            : reply,
        ),
      );
    });

    const lied = await custody.fateOf(permit, unspentAt, signal);
    nodes[0]?.behave(honest);
    expect([lied, await custody.fateOf(permit, unspentAt, signal)]).to.deep.equal([
      { kind: 'unseen', reason: 'nodes-disagree', range: lied.kind === 'unseen' && lied.range },
      { kind: 'redeemed', hash: pull.signedTransaction.hash },
    ]);
  });

  it('is what two of three nodes show while one is silent, and unseen while two are', async () => {
    const permit = await permitOf();
    nodes[0]?.behave(async () => 'reset');
    const one = await custody.fateOf(permit, unspentAt, signal);
    nodes[2]?.behave(async () => 'reset');
    const two = await custody.fateOf(permit, unspentAt, signal);

    expect([one.kind, two.kind === 'unseen' && two.reason]).to.deep.equal([
      'unspent',
      'node-silent',
    ]);
  });

  async function permitOf(): Promise<SignedPermit> {
    await scene.rpc('evm_setAutomine', [true]);
    payer = await scene.payer(5_000n);
    await scene.rpc('evm_setAutomine', [false]);
    await scene.rpc('anvil_setBalance', [payer.address, '0xde0b6b3a7640000']);
    await scene.rpc('anvil_impersonateAccount', [payer.address]);
    unspentAt = Number(await scene.rpc('eth_blockNumber', []));
    return payer.permit({
      token: scene.usdc,
      spender: scene.custody.evmAccounts.spender,
      units: asUnits(5_000n),
      nonce: (3n << 8n) | 9n,
      deadline: (await scene.now()) + 1_800n,
    });
  }
  function termsOf({ token, nonce, units, deadline }: SignedPermit) {
    return { token, nonce, units, deadline, spender: scene.custody.evmAccounts.spender };
  }
  async function pullOf(permit: SignedPermit): Promise<Committed> {
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare(
        { kind: 'pull', permit, allowance: null, to: 'float', underWay: [], then: [] },
        signal,
      ),
    );
    const [pull = expect.fail()] = await committed(scene.custody, [prepared]);
    return pull;
  }
  async function somebody(): Promise<string> {
    const address = `0x${'c3'.repeat(20)}`;
    await scene.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000']);
    await scene.rpc('anvil_impersonateAccount', [address]);
    return address;
  }
  function cancelling({ nonce }: SignedPermit): string {
    return permit2.encodeFunctionData('invalidateUnorderedNonces', [
      nonce >> 8n,
      1n << (nonce & 255n),
    ]);
  }
  async function send(from: string, to: string, data: string, tip = '0x3b9aca00'): Promise<Hex> {
    const fees = { maxFeeRate: '0x2540be40000', tip: tip };
    // CAST: anvil's own shape.
    return (await scene.rpc('eth_sendTransaction', [
      { from, to, data, gas: '0x30d40', ...fees },
    ])) as Hex;
  }
  /** The head after it. */
  async function mine(blocks: number): Promise<number> {
    await scene.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
    return Number(await scene.rpc('eth_blockNumber', []));
  }
  function withoutStates(): void {
    for (const node of nodes) {
      node.behave(async (calls, forward) => {
        const replies = await forward();
        return written(
          calls,
          replies.map((reply, index) =>
            calls[index]?.method === 'eth_call' && String(calls[index].params[1]).startsWith('0x')
              ? { id: reply.id, error: { code: -32_000, message: 'missing trie node' } }
              : reply,
          ),
        );
      });
    }
  }
});
