import {
  asUnits,
  evmAddress,
  type EvmAddress,
  type Hex,
  type SignedTransaction,
} from '@interline/kernel';
import { Transaction } from 'ethers';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import { type Behaviour, changing, misbehavingNode, written } from './misbehaving-node.ts';
import { expect } from 'chai';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
const payee = evmAddress(`0x${'44'.repeat(20)}`);
const bystander = evmAddress(`0x${'43'.repeat(20)}`);
const minuteAgo = (now: bigint): number => Number(now) - 60;

describe('what a node knows of an account of ours', () => {
  let scene: CustodyScene;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', scene.custody.evmAccounts.float, 10_000n);
    await scene.rpc('anvil_impersonateAccount', [scene.custody.evmAccounts.float]);
  });
  after(() => scene.close());

  const pay = async (to: string, units: bigint): Promise<Hex> =>
    (await scene.rpc('eth_sendTransaction', [
      {
        // CAST: anvil's own shape.
        from: scene.custody.evmAccounts.float,
        to: scene.usdc,
        gas: '0x30d40',
        data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
      },
    ])) as Hex;
  const block = async (): Promise<number> => Number(await scene.rpc('eth_blockNumber', []));

  it('is how many transactions are mined, and how many more wait in its pool; what is prepared carries both', async () => {
    const { custody, chain } = scene;
    const before = await custody.queue(chain, custody.evmAccounts.float, signal);
    await scene.rpc('evm_setAutomine', [false]);
    const hash = await pay(bystander, 1n);

    const waiting = await custody.queue(chain, custody.evmAccounts.float, signal);
    const prepared = await custody.prepare(
      {
        kind: 'payout',
        purpose: 'payout',
        chain,
        token: scene.usdc,
        role: 'float',
        to: recipient,
        units: asUnits(1n),
      },
      signal,
    );
    await scene.rpc('evm_setAutomine', [true]);
    await scene.rpc('anvil_mine', ['0x1']);
    await mined(scene.rpc, hash);

    expect([
      before,
      waiting,
      await custody.queue(chain, custody.evmAccounts.float, signal),
    ]).to.deep.equal([
      { mined: 0, pending: 0, leastPending: 0 },
      { mined: 0, pending: 1, leastPending: 1 },
      { mined: 1, pending: 1, leastPending: 1 },
    ]);
    expect(prepared.ok && prepared.value.map(({ slotsTaken }) => slotsTaken)).to.deep.equal([1]);
  });

  it('is what each of two nodes counts: one that lags hides nothing, one that counts too many decides nothing', async () => {
    const { chain } = scene;
    const float = scene.custody.evmAccounts.float;
    const { mined: sent } = await scene.custody.queue(chain, float, signal);
    const proxy = await misbehavingNode(scene.rpcUrl);
    const custody = scene.over([proxy.url, scene.rpcUrl]);
    const counting = async (count: number) => {
      proxy.behave(
        changing('eth_getTransactionCount', (reply) => ({
          ...reply,
          result: `0x${count.toString(16)}`,
        })),
      );
      const { pending, leastPending } = await custody.queue(chain, float, signal);
      return [pending, leastPending];
    };

    const read = [await counting(sent - 1), await counting(sent + 1)];
    proxy.behave(async () => 'reset');
    const alone = await custody.queue(chain, float, signal);
    await proxy.close();

    expect(read).to.deep.equal([
      [sent, sent - 1],
      [sent + 1, sent],
    ]);
    expect(alone).to.deep.equal({ mined: sent, pending: sent, leastPending: null });
  });

  it('is what it has paid a recipient since, regardless of who sent it', async () => {
    const { custody, chain, usdc } = scene;
    const first = await pay(recipient, 1_234n);
    await mined(scene.rpc, first);
    const firstBlock = await block();
    await mined(scene.rpc, await pay(bystander, 1_234n));
    const second = await pay(recipient, 5n);
    await mined(scene.rpc, second);
    const from = [custody.evmAccounts.spender, custody.evmAccounts.float];

    const found = await custody.paymentsSince(
      chain,
      { token: usdc, from, to: recipient, sinceSec: minuteAgo(await scene.now()) },
      signal,
    );
    const fromSpender = await custody.paymentsSince(
      chain,
      {
        token: usdc,
        from: [custody.evmAccounts.spender],
        to: recipient,
        sinceSec: minuteAgo(await scene.now()),
      },
      signal,
    );

    expect(found).to.deep.equal([
      { hash: first, units: 1_234n, logIndex: 0, block: firstBlock, depth: 3, isAgreed: true },
      { hash: second, units: 5n, logIndex: 0, block: firstBlock + 2, depth: 1, isAgreed: true },
    ]);
    expect(fromSpender).to.deep.equal([]);
  });

  it('is what it has paid by any of two nodes, and unknown while one is silent', async () => {
    const { chain, usdc } = scene;
    const hash = await pay(payee, 9n);
    await mined(scene.rpc, hash);
    const search = { token: usdc, from: [scene.custody.evmAccounts.float], to: payee };
    const sinceSec = minuteAgo(await scene.now());
    const proxy = await misbehavingNode(scene.rpcUrl);
    const custody = scene.over([proxy.url, scene.rpcUrl]);

    proxy.behave(changing('eth_getLogs', (reply) => ({ ...reply, result: [] })));
    const withoutLogs = await custody.paymentsSince(chain, { ...search, sinceSec }, signal);
    proxy.behave(async () => 'reset');
    const silent = custody.paymentsSince(chain, { ...search, sinceSec }, signal);
    const code = await silent.then(
      () => 'answered',
      (error: { code?: string }) => error.code,
    );
    await proxy.close();

    expect([withoutLogs?.map((one) => [one.hash, one.units]), code]).to.deep.equal([
      [[hash, 9n]],
      'CHAIN_UNREACHABLE',
    ]);
  });

  it('is not a payment that a stranger writes in our name: one of no units, or of what we approved', async () => {
    const { chain, usdc } = scene;
    const float = scene.custody.evmAccounts.float;
    const target = evmAddress(`0x${'45'.repeat(20)}`);
    const thief = `0x${'46'.repeat(20)}`;
    const word = (value: string) => value.replace('0x', '').padStart(64, '0');
    const send = async (from: string, data: string): Promise<Hex> => {
      await scene.rpc('anvil_setBalance', [from, '0xde0b6b3a7640000']);
      await scene.rpc('anvil_impersonateAccount', [from]);
      // CAST: anvil's own shape.
      const hash = (await scene.rpc('eth_sendTransaction', [
        { from, to: usdc, data, gas: '0x30d40' },
      ])) as Hex;
      await mined(scene.rpc, hash);
      return hash;
    };
    const take = (units: string) => `0x23b872dd${word(float)}${word(target)}${word(units)}`;
    await send(thief, take('0x0'));
    await send(float, `0x095ea7b3${word(thief)}${word('0x5')}`);
    await send(thief, take('0x5'));
    const own = await pay(target, 6n);
    await mined(scene.rpc, own);

    const found = await scene.custody.paymentsSince(
      chain,
      { token: usdc, from: [float], to: target, sinceSec: minuteAgo(await scene.now()) },
      signal,
    );
    expect(found?.map(({ hash, units, isAgreed }) => [hash, units, isAgreed])).to.deep.equal([
      [own, 6n, true],
    ]);
  });

  it('is shown, and not agreed, if only one node shows a payment of ours', async () => {
    const { chain, usdc } = scene;
    const float = scene.custody.evmAccounts.float;
    const target = evmAddress(`0x${'47'.repeat(20)}`);
    const topic = (value: string) => `0x${value.slice(2).padStart(64, '0')}`;
    const log = {
      address: usdc,
      topics: [transferTopic, topic(float), topic(target)],
      data: topic('0x1388'),
      ...{ logIndex: '0x0', removed: false, blockNumber: '0x2' },
      ...{ transactionHash: `0x${'77'.repeat(32)}`, blockHash: `0x${'78'.repeat(32)}` },
    };
    const liar = await misbehavingNode(scene.rpcUrl);
    liar.behave(changing('eth_getLogs', (reply) => ({ ...reply, result: [log] })));
    const custody = scene.over([liar.url, scene.rpcUrl, scene.rpcUrl]);

    const found = await custody.paymentsSince(
      chain,
      { token: usdc, from: [float], to: target, sinceSec: minuteAgo(await scene.now()) },
      signal,
    );
    await liar.close();
    expect(found?.map(({ hash, units, isAgreed }) => [hash, units, isAgreed])).to.deep.equal([
      [log.transactionHash, 5_000n, false],
    ]);
  });

  it('leaves out what is older, to the second', async () => {
    const { custody, chain, usdc } = scene;
    await scene.rpc('evm_increaseTime', [100]);
    const hash = await pay(recipient, 77n);
    await mined(scene.rpc, hash);
    const at = Number(await scene.now());
    const search = { token: usdc, from: [custody.evmAccounts.float], to: recipient };
    await scene.rpc('evm_increaseTime', [100]);
    await scene.rpc('anvil_mine', ['0x64']);

    const since = await custody.paymentsSince(chain, { ...search, sinceSec: at }, signal);
    const after = await custody.paymentsSince(chain, { ...search, sinceSec: at + 1 }, signal);

    expect(since?.map(({ units, depth }) => ({ units, depth }))).to.deep.equal([
      { units: 77n, depth: 101 },
    ]);
    expect(after).to.deep.equal([]);
  });

  it('is not what a node says of a slot that nothing consumed, with the bytes of a stranger', async () => {
    const { chain, custody } = scene;
    const float = custody.evmAccounts.float;
    const { mined: slot } = await custody.queue(chain, float, signal);
    await scene.rpc('anvil_mine', ['0x46']);
    const others = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
    for (const liars of [1, 3]) {
      const forged = await forgedPayment(slot);
      for (const node of others.slice(0, liars)) node.behave(forged);
      const over = scene.over(others.map(({ url }) => url));
      const history = await over.accountHistory(
        chain,
        { account: float, slots: [slot], freeAt: 0 },
        signal,
      );

      expect([liars, history.transactions, history.unseen?.slot]).to.deep.equal([liars, [], slot]);
    }
    await Promise.all(others.map((one) => one.close()));
  });

  it('is not what only one node shows a transaction of ours to have moved', async () => {
    const { chain, custody } = scene;
    const float = custody.evmAccounts.float;
    const { mined: slot } = await custody.queue(chain, float, signal);
    const { hash } = await sealedPayout(recipient, 9n, slot, true);
    await mined(scene.rpc, hash);
    const proxy = await misbehavingNode(scene.rpcUrl);
    const over = scene.over([proxy.url, scene.rpcUrl]);
    const history = () =>
      over.accountHistory(chain, { account: float, slots: [slot], freeAt: null }, signal);
    const honestly = await history();
    proxy.behave(
      changing('eth_getTransactionReceipt', (reply) => ({
        ...reply,
        result: { ...(reply.result as object), logs: [] }, // CAST: anvil's own shape.
      })),
    );
    const contradicted = await history();
    proxy.behave(changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })));
    const alone = await history();
    await proxy.close();

    expect(
      [honestly, contradicted, alone].map(({ transactions }) => transactions.length),
    ).to.deep.equal([1, 0, 0]);
  });

  it('is not what only one node shows it to have cost; of posting, what either shows counts', async () => {
    const { chain, custody } = scene;
    const account = custody.evmAccounts.float;
    const { mined: slot } = await custody.queue(chain, account, signal);
    const { hash } = await sealedPayout(recipient, 9n, slot, true);
    await mined(scene.rpc, hash);
    const proxies = [await misbehavingNode(scene.rpcUrl), await misbehavingNode(scene.rpcUrl)];
    const over = scene.over(proxies.map(({ url }) => url));
    const costBy = async (lies: readonly object[]) => {
      for (const [index, proxy] of proxies.entries())
        proxy.behave(
          changing('eth_getTransactionReceipt', (reply) => ({
            ...reply,
            result: { ...Object(reply.result), ...lies[index] },
          })),
        );
      const search = { account, slots: [slot], freeAt: null };
      const { transactions } = await over.accountHistory(chain, search, signal);
      return transactions.map(({ gasCost }) => gasCost);
    };
    const price = { gasUsed: '0x64', effectiveGasPrice: '0x3' };
    const read = [
      await costBy([price, price]),
      await costBy([price, { ...price, gasUsed: '0x65' }]),
      await costBy([{ ...price, effectiveGasPrice: '0x4' }, price]),
      await costBy([price, { ...price, l1Fee: '0x7' }]),
      await costBy([{ ...price, l1Fee: '0x7' }, price]),
      await costBy([
        { ...price, l1Fee: '0x7' },
        { ...price, l1Fee: '0x8' },
      ]),
    ];
    await Promise.all(proxies.map((one) => one.close()));

    expect(read).to.deep.equal([[300n], [], [], [307n], [307n], []]);
  });

  it('is what consumed a slot, with the bytes that were sent and what they moved', async () => {
    const { custody, chain } = scene;
    const account = custody.evmAccounts.float;
    const { pending: slot } = await custody.queue(chain, account, signal);
    const sent = await sealedPayout(recipient, 7n, slot);
    await custody.broadcast([sent]);
    await mined(scene.rpc, sent.hash);
    const { hash: next } = await sealedPayout(bystander, 8n, slot + 1, true);
    await mined(scene.rpc, next);

    const history = await custody.accountHistory(
      chain,
      { account, slots: [slot, slot + 1, slot + 2], freeAt: null },
      signal,
    );

    expect(
      history.transactions.map((one) => [one.slot, one.hash, one.isSuccess, one.groups]),
    ).to.deep.equal([
      [slot, sent.hash, true, 0],
      [slot + 1, next, true, 0],
    ]);
    expect(history.transactions[0]?.form).to.deep.equal({ raw: sent.raw, tx: sent.tx });
    const receipts = await Promise.all(
      [sent.hash, next].map((hash) => scene.rpc('eth_getTransactionReceipt', [hash])),
    );
    expect(history.transactions.map((one) => [one.blockHash, one.gasCost])).to.deep.equal(
      receipts.map((receipt) => {
        // CAST: anvil's own shape.
        const { blockHash, gasUsed, effectiveGasPrice } = receipt as Record<string, string>;
        return [blockHash, BigInt(gasUsed ?? 0) * BigInt(effectiveGasPrice ?? 0)];
      }),
    );
    expect(history.transactions.map(({ calls }) => calls.map(({ does }) => does))).to.deep.equal([
      [{ kind: 'payment', token: scene.usdc, to: recipient, units: 7n }],
      [{ kind: 'payment', token: scene.usdc, to: bystander, units: 8n }],
    ]);
    expect(history.transactions[0]?.transfers.map(({ to, units }) => [to, units])).to.deep.equal([
      [recipient, 7n],
    ]);
    expect(history.unseen?.slot).to.equal(slot + 2);
  });

  async function sealedPayout(
    to: EvmAddress,
    units: bigint,
    slot: number,
    isSent = false,
  ): Promise<SignedTransaction> {
    const { custody, chain, usdc: token } = scene;
    const prepared = await custody.prepare(
      { kind: 'payout', purpose: 'payout', chain, token, role: 'float', to, units: asUnits(units) },
      signal,
    );
    if (!prepared.ok) throw new Error(prepared.reason);
    const [first] = prepared.value;
    if (first === undefined) throw new Error('nothing was prepared');
    const sent = custody.seal({ transactionId: 'ef_1', movements: [] }, first, slot, 0);
    if (isSent) await custody.broadcast([sent]);
    return sent;
  }

  /** A payment that a stranger signed and did not send, as if our account had made it in block 4. */
  async function forgedPayment(slot: number): Promise<Behaviour> {
    const float = scene.custody.evmAccounts.float;
    const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
    const hex = (value: bigint | number) => `0x${value.toString(16)}`;
    const fees = { maxFeeRate: 10n ** 10n, tip: 10n ** 9n };
    const { signature, hash, data } = Transaction.from(
      await freshWallet().signTransaction({
        ...{ type: 2, chainId: scene.chainId, nonce: slot, to: scene.usdc, value: 0n, ...fees },
        gasLimit: 100_000n,
        data: `0xa9059cbb${topic(recipient).slice(2)}${'1388'.padStart(64, '0')}`,
      }),
    );
    // CAST: anvil's own shape.
    const at = (await scene.rpc('eth_getBlockByNumber', ['0x4', false])) as { hash: string };
    const place = { blockNumber: '0x4', blockHash: at.hash };
    const paid = { from: float, to: scene.usdc };
    const tx = {
      ...{ ...place, ...paid, hash, nonce: hex(slot), input: data, value: '0x0', type: '0x2' },
      ...{ gas: hex(100_000), chainId: hex(scene.chainId), accessList: [] },
      maxFeePerGas: hex(fees.maxFeeRate),
      maxPriorityFeePerGas: hex(fees.tip),
      ...{ r: signature?.r, s: signature?.s, yParity: hex(signature?.yParity ?? 0) },
    };
    const log = {
      ...{ ...place, address: scene.usdc, transactionHash: hash, logIndex: '0x0', removed: false },
      topics: [transferTopic, topic(float), topic(recipient)],
      data: topic('0x1388'),
    };
    const receipt = {
      ...{ ...place, ...paid, transactionHash: hash, status: '0x1', logs: [log] },
      ...{ gasUsed: '0xc350', effectiveGasPrice: '0x3b9aca00' },
    };
    return async (calls, forward) => {
      const replies = await forward();
      return written(
        calls,
        replies.map((reply, index) => {
          const { method, params = [] } = calls[index] ?? {};
          const [first] = params;
          if (method === 'eth_getTransactionCount' && String(first).toLowerCase() === float)
            return { id: reply.id, result: hex(slot + 1) };
          if (method === 'eth_getLogs') return { id: reply.id, result: [log] };
          if (first !== hash) return reply;
          if (method === 'eth_getTransactionByHash') return { id: reply.id, result: tx };
          if (method === 'eth_getTransactionReceipt') return { id: reply.id, result: receipt };
          return reply;
        }),
      );
    };
  }
});
