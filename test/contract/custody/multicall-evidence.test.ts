import { batchExecutor } from '@interline/adapters/custody/evm';
import {
  asUnits,
  evmAddress,
  type EvmAddress,
  nativeAddress,
  type SignedTransaction,
  type Transaction,
  type TxFields,
} from '@interline/kernel';
import { expect } from 'chai';
import { setTimeout as delay } from 'node:timers/promises';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { changing, honest, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';
import { committed, transactionOf } from './transactions.ts';

const { signal } = new AbortController();
const engine = evmAddress(`0x${'e0'.repeat(20)}`);

describe('a multicall', () => {
  let scene: CustodyScene;
  let nodes: readonly MisbehavingNode[];
  let float: EvmAddress;
  let delegation: string;
  before(async () => {
    scene = await custodyScene();
    float = scene.custody.evmAccounts.float;
    delegation = `0xef0100${scene.custody.batchExecutor.slice(2)}`;
    nodes = await Promise.all([1, 2].map(() => misbehavingNode(scene.rpcUrl)));
  });
  beforeEach(async () => {
    for (const node of nodes) node.behave(honest);
    await deploy(true);
    await delegate(true);
  });
  after(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
  });

  const deploy = (isThere: boolean) =>
    scene.rpc('anvil_setCode', [
      scene.custody.batchExecutor,
      isThere ? batchExecutor.deployedBytecode : '0x',
    ]);
  const delegate = (isThere: boolean) =>
    scene.rpc('anvil_setCode', [float, isThere ? delegation : '0x']);
  const call = (to: EvmAddress, value: bigint): TxFields => ({
    to,
    data: '0x',
    value,
    gasLimit: 60_000n,
    maxFeeRate: 1n,
    tip: 1n,
  });
  const over = () =>
    scene.over(
      nodes.map(({ url }) => url),
      { usesMulticalls: true },
    );

  /** A payment of coin, a call to an engine, and the form that carries both. */
  async function signed(recipient: EvmAddress) {
    const { prepared } = await scene.custody.prepareMerged(
      scene.chain,
      'float',
      [[call(recipient, 7n)], [call(engine, 0n)]],
      signal,
    );
    const [one = expect.fail()] = await committed(scene.custody, [prepared ?? expect.fail()]);
    const member = (group: number, expects: Transaction['expects']): Transaction => ({
      ...transactionOf(prepared ?? expect.fail(), one.watched.transaction.slot),
      expects,
      multicall: {
        bundle: `ef_${group}`,
        position: 0,
        call: call(recipient, 7n),
        carried: { by: 'ef_m', group, of: 2 },
      },
    });
    const members = [
      member(0, { token: nativeAddress, from: float, to: recipient, units: asUnits(7n) }),
      member(1, null),
    ];
    return { form: one.signedTransaction, members };
  }
  async function read(form: SignedTransaction, members: readonly Transaction[]) {
    const { transactions } = await scene.custody.observe(
      scene.chain,
      members.map((transaction) => ({ transaction, forms: [form] })),
      signal,
    );
    return transactions.map(({ mined }) => [
      mined?.isSuccess,
      mined?.transfers.map(({ units }) => units),
      mined?.multicall?.failedGroups,
    ]);
  }
  /**
   * Sends it and waits for its block: the node answers before it mines, and what is changed next is
   * not to be in it.
   */
  async function mined(form: SignedTransaction) {
    await scene.custody.broadcast([form]);
    while ((await scene.rpc('eth_getTransactionReceipt', [form.hash])) === null) await delay(10);
  }
  const balanceOf = async (account: EvmAddress) =>
    BigInt(String(await scene.rpc('eth_getBalance', [account, 'latest'])));

  it('has done what it carries if the executor ran', async () => {
    const recipient = evmAddress(`0x${'a1'.repeat(20)}`);
    const { form, members } = await signed(recipient);

    await mined(form);

    expect(await balanceOf(recipient)).to.equal(7n);
    expect(await read(form, members)).to.deep.equal([
      [true, [7n], []],
      [true, [], []],
    ]);
  });

  it('has done nothing if a reorg had it mined before the delegation, or before the executor was deployed', async () => {
    for (const [byte, undo] of [
      ['a2', () => delegate(false)],
      ['a3', () => deploy(false)],
    ] as const) {
      const recipient = evmAddress(`0x${byte.repeat(20)}`);
      const { form, members } = await signed(recipient);
      await undo();

      await mined(form);
      await deploy(true);
      await delegate(true);

      expect(await balanceOf(recipient)).to.equal(0n);
      expect(await read(form, members)).to.deep.equal([
        [false, [], [0, 1]],
        [false, [], [0, 1]],
      ]);
    }
  });

  it('names the groups that failed, and not the one that shows that it ran', async () => {
    const recipient = evmAddress(`0x${'a4'.repeat(20)}`);
    await scene.rpc('anvil_setCode', [engine, '0x']);
    const { form, members } = await signed(recipient);
    await scene.rpc('anvil_setCode', [engine, '0x5f5ffd']);

    await mined(form);
    await scene.rpc('anvil_setCode', [engine, '0x']);

    expect(await read(form, members)).to.deep.equal([
      [true, [7n], [1]],
      [false, [], [1]],
    ]);
  });

  it('is formed for an account only if enough nodes show its delegation and the executor', async () => {
    for (const [account, code] of [
      [float, delegation],
      [scene.custody.batchExecutor, batchExecutor.deployedBytecode],
    ] as const) {
      await scene.rpc('anvil_setCode', [account, '0x']);
      const custody = over();
      nodes[0]?.behave(
        changing('eth_getCode', (reply, { params }) =>
          String(params[0]).toLowerCase() === account ? { ...reply, result: code } : reply,
        ),
      );
      const refused = await outcomeOf(custody.prepareAccount(scene.chain, 'float', signal));
      const learnt = custody.mergesTransactions(scene.chain, 'float');
      await scene.rpc('anvil_setCode', [account, code]);

      expect([refused, learnt]).to.deep.equal(['CHAIN_UNREACHABLE', false]);
      expect(await outcomeOf(custody.prepareAccount(scene.chain, 'float', signal))).to.equal(null);
      expect(custody.mergesTransactions(scene.chain, 'float')).to.equal(true);
    }
  });

  it('is formed still while one node denies the delegation that both have shown, and not once both do', async () => {
    const custody = over();
    await custody.prepareAccount(scene.chain, 'float', signal);
    const groups = ['a5', 'a6'].map((byte) => [call(evmAddress(`0x${byte.repeat(20)}`), 1n)]);
    const formed = async () =>
      (await custody.prepareMerged(scene.chain, 'float', groups, signal)).prepared?.purpose;
    nodes[0]?.behave(
      changing('eth_getCode', (reply, { params }) =>
        String(params[0]).toLowerCase() === float ? { ...reply, result: '0x' } : reply,
      ),
    );
    const denied = await formed();
    await delegate(false);

    expect([denied, await formed()]).to.deep.equal(['batch', undefined]);
    expect(custody.mergesTransactions(scene.chain, 'float')).to.equal(false);
  });
});

async function outcomeOf(asked: Promise<{ readonly purpose: string } | null>) {
  return asked.then(
    (one) => one?.purpose ?? null,
    (error: { readonly code: string }) => error.code,
  );
}
