import { asAmount, asUnits, evmAddress, evmChain, permitKeyText } from '@interline/kernel';
import { ModelChain } from '../../support/model/model-chain.ts';
import { accounts, healNode, modelCustody, modelToken } from '../../support/model/model-custody.ts';
import { custodyScene } from './custody-scene.ts';
import { committed } from './transactions.ts';
import {
  type KeptBack,
  lateReceiptsContract,
  type LateReceiptsScene,
} from './late-receipts-contract.ts';
import {
  type AskedCall,
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
  written,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { expect } from 'chai';
import { Interface } from 'ethers';

const { signal } = new AbortController();
const anywhere = { freeAt: null, takenAt: null };
const permit2 = new Interface(['function invalidateUnorderedNonces(uint256 word, uint256 mask)']);

lateReceiptsContract('EVM', async () => {
  const { proxies, ...scene } = await evmScene();
  return {
    ...scene,
    keepBack(node, what) {
      proxies[node].behave(async (calls, forward) => {
        if (what.includes('everything')) return 'reset';
        const replies = await forward();
        return written(
          calls,
          replies.map((reply, index) => without(what, reply, calls[index])),
        );
      });
    },
  };
});

lateReceiptsContract('model', async (): Promise<LateReceiptsScene> => {
  const chain = evmChain(8453);
  const payers = Array.from({ length: 9 }, (_, index) =>
    evmAddress(`0xaa${index.toString().padStart(38, '0')}`),
  );
  const model = new ModelChain(
    chain,
    new Map([[accounts.float, 1_000_000n], ...payers.map((one) => [one, 1_000_000n] as const)]),
    false,
  );
  const custody = modelCustody(new Map([[chain, model]]), 1, 2);
  let permits = 0;
  return {
    chain,
    custody,
    usdc: modelToken,
    mine: async (blocks) => {
      model.mine(blocks);
    },
    keepBack(at, what) {
      const node = custody.nodesOf(chain)[at] ?? expect.fail();
      healNode(node);
      node.isSilent = what.includes('everything');
      node.servesReceipts = !what.includes('receipts');
      node.servesTransactions = !what.includes('transactions');
      node.servesHistory = !what.includes('history');
    },
    async permit(units) {
      permits += 1;
      const owner = payers[permits] ?? expect.fail();
      return {
        chain,
        owner,
        token: modelToken,
        units: asAmount(units),
        nonce: 1n,
        deadline: 1_900_000_000n,
        signature: '0x',
      };
    },
    async cancel(permit) {
      model.offer({
        hash: model.strangersHash(),
        from: permit.owner,
        nonce: null,
        action: { kind: 'cancel', permit: permitKeyText(permit) },
      });
    },
    close: async () => undefined,
  };
});

describe('what consumed a slot, by EVM custody', () => {
  let scene: Awaited<ReturnType<typeof evmScene>>;
  before(async () => {
    scene = await evmScene();
  });
  after(() => scene.close());

  it('is looked for block by block if no node serves old states', async () => {
    const { ours, hash, block } = await displaced(5);
    withoutOldStates();

    expect(await scene.custody.consumerOf(ours, anywhere, signal)).to.deep.equal({
      kind: 'found',
      hash,
      block,
      head: block + 4,
    });
    expect(
      await scene.custody.consumerOf(ours, { freeAt: null, takenAt: block }, signal),
    ).to.deep.equal({
      kind: 'found',
      hash,
      block,
      head: block + 4,
    });
  });

  for (const [depth, kind] of [
    [128, 'found'],
    [129, 'unseen'],
  ] as const) {
    it(`is ${kind} that way ${depth} blocks deep`, async () => {
      const { ours } = await displaced(depth);
      withoutOldStates();

      expect((await scene.custody.consumerOf(ours, anywhere, signal)).kind).to.equal(kind);
    });
  }

  it('is found deeper with the block where it was seen taken first', async () => {
    const { ours, block } = await displaced(300);
    withoutOldStates();

    expect(
      (await scene.custody.consumerOf(ours, { freeAt: null, takenAt: block + 127 }, signal)).kind,
    ).to.equal('found');
  });

  it('is unseen if a node has another block at that height, or has not come so far', async () => {
    const { ours, block } = await displaced(1);
    const height = `0x${block.toString(16)}`;
    const answering = (result: (reply: Reply) => unknown): void => {
      scene.proxies[0].behave(honest);
      scene.proxies[1].behave(
        changing('eth_getBlockByNumber', (reply, { params }) =>
          params[0] === height ? { ...reply, result: result(reply) } : reply,
        ),
      );
    };

    answering(({ result }) => ({ ...(result as object), hash: `0x${'77'.repeat(32)}` }));
    const other = await scene.custody.consumerOf(ours, anywhere, signal);
    answering(() => null);
    const behind = await scene.custody.consumerOf(ours, anywhere, signal);

    expect([other, behind]).to.deep.equal([
      { kind: 'unseen', reason: 'nodes-disagree', range: { from: block, to: block } },
      { kind: 'unseen', reason: 'nodes-disagree', range: { from: block, to: block } },
    ]);
  });

  it('takes some twenty requests of a node if the slot was consumed fifty blocks ago', async () => {
    const { ours } = await displaced(50);
    for (const proxy of scene.proxies) proxy.behave(honest);
    const before = scene.proxies[0].requests.length;

    await scene.custody.consumerOf(ours, anywhere, signal);

    expect(scene.proxies[0].requests.length - before).to.be.within(12, 25);
  });

  function withoutOldStates(): void {
    for (const proxy of scene.proxies) {
      proxy.behave(async (calls, forward) =>
        written(
          calls,
          (await forward()).map((reply, index) => without(['states'], reply, calls[index])),
        ),
      );
    }
  }

  /** A transaction of ours whose slot another one has, that many blocks deep. */
  async function displaced(depth: number) {
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const [ours = expect.fail()] = await committed(scene.custody, [
      { ...prepared, tx: { ...prepared.tx, gasLimit: prepared.tx.gasLimit + 1n } },
    ]);
    const [other = expect.fail()] = await committed(scene.custody, [prepared]);
    await scene.custody.broadcast([other.signedTransaction]);
    await scene.mine(depth);
    const { block } = await scene.custody.observe(scene.chain, [], signal);
    return { ours: ours.watched, hash: other.signedTransaction.hash, block: block - depth + 1 };
  }
});

async function evmScene(): Promise<
  Omit<LateReceiptsScene, 'keepBack'> & {
    readonly proxies: readonly [MisbehavingNode, MisbehavingNode];
  }
> {
  const scene = await custodyScene();
  await scene.give('USDC', scene.custody.evmAccounts.float, 10_000_000n);
  await scene.rpc('evm_setAutomine', [false]);
  const proxies = [
    await misbehavingNode(scene.rpcUrl),
    await misbehavingNode(scene.rpcUrl),
  ] as const;
  const mine = async (blocks: number): Promise<void> => {
    await scene.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
  };
  return {
    proxies,
    chain: scene.chain,
    usdc: scene.usdc,
    mine,
    custody: scene.over(proxies.map(({ url }) => url)),
    async permit(units) {
      await scene.rpc('evm_setAutomine', [true]);
      const payer = await scene.payer(units);
      await scene.rpc('evm_setAutomine', [false]);
      return payer.permit({
        token: scene.usdc,
        spender: scene.custody.evmAccounts.spender,
        units: asUnits(units),
        nonce: 1n,
        deadline: (await scene.now()) + 1_800n,
      });
    },
    async cancel({ owner, nonce }) {
      const data = permit2.encodeFunctionData('invalidateUnorderedNonces', [
        nonce >> 8n,
        1n << (nonce & 255n),
      ]);
      await scene.rpc('anvil_setBalance', [owner, '0xde0b6b3a7640000']);
      await scene.rpc('anvil_impersonateAccount', [owner]);
      await scene.rpc('eth_sendTransaction', [
        { from: owner, to: '0x000000000022D473030F116dDEE9F6B43aC78BA3', data },
      ]);
    },
    async close() {
      await Promise.all(proxies.map((one) => one.close()));
      await scene.close();
    },
  };
}

/** The reply of a node that keeps so much back. */
function without(
  what: readonly (KeptBack | 'states')[],
  reply: Reply,
  call: AskedCall | undefined,
): Reply {
  const isNothing =
    (call?.method === 'eth_getTransactionReceipt' && what.includes('receipts')) ||
    (call?.method === 'eth_getTransactionByHash' && what.includes('transactions'));
  if (isNothing) return { ...reply, result: null };
  const isOldState =
    (call?.method === 'eth_getTransactionCount' || call?.method === 'eth_call') &&
    /^0x/.test(String(call.params[1]));
  const isFullBlock = call?.method === 'eth_getBlockByNumber' && call.params[1] === true;
  const isKeptBack =
    (isOldState && what.includes('states')) ||
    ((isOldState || isFullBlock) && what.includes('history'));
  return isKeptBack
    ? { id: reply.id, error: { code: -32_000, message: 'missing trie node' } }
    : reply;
}
