import { expect } from 'chai';
import { asUnits, type EvmAddress } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { committed, type Committed } from './transactions.ts';
import { changing, honest, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import type { EvmCustody } from '@interline/adapters/custody/evm';

const { signal } = new AbortController();
const recipient = `0x${'42'.repeat(20)}` as EvmAddress;
const otherHash = `0x${'77'.repeat(32)}`;

describe('observing what was sent', () => {
  let scene: CustodyScene;
  let proxy: MisbehavingNode;
  let custody: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', scene.custody.evmAccounts.float, 10_000_000n);
    await scene.rpc('evm_setAutomine', [false]);
  });
  beforeEach(async () => {
    proxy = await misbehavingNode(scene.rpcUrl);
    custody = scene.over([proxy.url]);
  });
  afterEach(() => proxy.close());
  after(() => scene.close());

  async function sent(token: string, count = 1): Promise<readonly Committed[]> {
    const prepared = valueOf(
      await scene.custody.prepare(
        {
          kind: 'payout',
          chain: scene.chain,
          token,
          role: 'float',
          to: recipient,
          units: asUnits(1_000n),
          purpose: 'payout',
        },
        signal,
      ),
    );
    const ready = await committed(
      scene.custody,
      Array.from({ length: count }, () => prepared[0] ?? expect.fail()),
    );
    await scene.custody.broadcast(ready.map((one) => one.signedTransaction));
    return ready;
  }
  const observe = (ready: readonly Committed[]) =>
    custody.observe(
      scene.chain,
      ready.map((one) => one.watched),
      signal,
    );
  const faultsOf = (ready: readonly Committed[]) =>
    observe(ready).then(
      () => expect.fail('it answered'),
      (error: { code: string; details: unknown }) => [error.code, error.details],
    );

  const owedBy = async (ready: readonly Committed[]) => {
    const [one] = (await observe(ready)).transactions;
    return [one?.mined, one?.receiptOwed];
  };

  it('reads everything as of one block', async () => {
    const ready = await sent(scene.usdc, 2);
    expect(
      (await observe(ready)).transactions.map((one) => [one.mined, one.isSlotTaken]),
    ).to.deep.equal([
      [null, false],
      [null, false],
    ]);
    await scene.rpc('evm_mine');

    const reading = await observe(ready);

    const head = (await scene.rpc('eth_getBlockByNumber', ['latest', false])) as {
      number: string;
      hash: string;
      timestamp: string;
    };
    const gasOf = async (hash: string) => {
      const { gasUsed, effectiveGasPrice } = (await scene.rpc('eth_getTransactionReceipt', [
        hash,
      ])) as { gasUsed: string; effectiveGasPrice: string };
      return { gasUsed: BigInt(gasUsed), gasCost: BigInt(gasUsed) * BigInt(effectiveGasPrice) };
    };
    const float = custody.evmAccounts.float;
    const transfer = { token: scene.usdc, from: float, to: recipient, units: 1_000n };
    expect(reading).to.deep.equal({
      chain: 'eip155:8453',
      block: Number(head.number),
      head: Number(head.number),
      timestampSec: Number(head.timestamp),
      transactions: await Promise.all(
        ready.map(async ({ signedTransaction, watched }, index) => ({
          transactionId: watched.transaction.id,
          isSlotTaken: true,
          receiptOwed: null,
          mined: {
            hash: signedTransaction.hash,
            block: Number(head.number),
            blockHash: head.hash,
            isSuccess: true,
            ...(await gasOf(signedTransaction.hash)),
            transfers: [{ ...transfer, logIndex: index }],
          },
        })),
      ),
    });
  });

  it('takes two requests, of coin too: what we signed says how much', async () => {
    const ready = await sent('native');
    await scene.rpc('evm_mine');
    await observe(await sent(scene.usdc));
    const asked = proxy.requests.length;

    await observe(ready);
    expect(
      proxy.requests.slice(asked).map((calls) => calls.map((call) => call.method)),
    ).to.deep.equal([
      ['eth_getBlockByNumber'],
      ['eth_getBlockByNumber', 'eth_getTransactionCount', 'eth_getTransactionReceipt'],
    ]);
    await observe(ready);
    expect(proxy.requests).to.have.length(asked + 4);
    await scene.rpc('evm_mine');
  });

  it('asks for no receipt of what is only awaited until its slot is taken', async () => {
    const awaited = (await sent(scene.usdc)).map(({ watched }) => ({
      ...watched,
      isAwaited: true as const,
    }));
    const methodsOf = async () => {
      const asked = proxy.requests.length;
      const { transactions } = await custody.observe(scene.chain, awaited, signal);
      const said = transactions.map((one) => [one.mined?.isSuccess ?? null, one.isSlotTaken]);
      const methods = proxy.requests.slice(asked).map((calls) => calls.map((call) => call.method));
      return { said, methods };
    };
    await methodsOf();

    const waiting = await methodsOf();
    await scene.rpc('evm_mine');
    const taken = await methodsOf();
    proxy.behave(
      changing('eth_getTransactionCount', (reply, { params: [, block] }) =>
        block === 'latest' ? { ...reply, result: '0x0' } : reply,
      ),
    );
    const takenMeanwhile = await methodsOf();

    const [head, nonce] = ['eth_getBlockByNumber', 'eth_getTransactionCount'];
    const receipt = 'eth_getTransactionReceipt';
    expect([waiting, taken, takenMeanwhile]).to.deep.equal([
      {
        said: [[null, false]],
        methods: [
          [head, nonce],
          [head, nonce],
        ],
      },
      {
        said: [[true, true]],
        methods: [
          [head, nonce],
          [head, nonce, receipt],
        ],
      },
      {
        said: [[true, true]],
        methods: [[head, nonce], [head, nonce], [receipt]],
      },
    ]);
  });

  it('asks for the receipt of what a reorg took once, whatever its slot', async () => {
    const [one = expect.fail()] = await sent(scene.usdc);
    const asked = proxy.requests.length;

    await custody.observe(
      scene.chain,
      [{ ...one.watched, transaction: { ...one.watched.transaction, reorgs: 1 }, isAwaited: true }],
      signal,
    );

    expect(
      proxy.requests
        .slice(asked)
        .flat()
        .map((call) => call.method),
    ).to.include('eth_getTransactionReceipt');
    await scene.rpc('evm_mine');
  });

  it('sees that a stranger to the store took the nonce', async () => {
    const [first = expect.fail()] = await sent(scene.usdc);
    await scene.rpc('evm_mine');
    const lost = {
      ...first.watched,
      forms: [{ ...first.signedTransaction, hash: otherHash as never }],
    };

    expect((await custody.observe(scene.chain, [lost], signal)).transactions).to.deep.equal([
      {
        transactionId: first.watched.transaction.id,
        mined: null,
        isSlotTaken: true,
        receiptOwed: null,
      },
    ]);
  });

  it('sees a revert with what it cost, and no transfers', async () => {
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const ready = await committed(scene.custody, [
      {
        ...prepared,
        tx: { ...prepared.tx, to: scene.usdc, data: '0x12345678', gasLimit: 60_000n },
      },
    ]);
    await scene.custody.broadcast(ready.map((one) => one.signedTransaction));
    await scene.rpc('evm_mine');

    const [seen] = (await observe(ready)).transactions;
    expect(seen?.mined).to.deep.include({ isSuccess: false, transfers: [] });
    expect((seen?.mined?.gasCost ?? 0n) > 0n).to.equal(true);
  });

  for (const depth of [1, 5, 12]) {
    it(`forgets what a reorg of depth ${depth} took away, and sees it again when it is mined again`, async () => {
      const ready = await sent(scene.usdc);
      for (let block = 0; block < depth; block += 1) await scene.rpc('evm_mine');
      const before = await observe(ready);
      expect(before.transactions[0]?.mined?.block).to.equal(before.block - depth + 1);

      await scene.rpc('anvil_reorg', [depth, []]);
      const after = await observe(ready);
      expect(after.transactions).to.deep.equal([
        {
          transactionId: ready[0]?.watched.transaction.id,
          mined: null,
          isSlotTaken: false,
          receiptOwed: null,
        },
      ]);

      expect(
        await scene.custody.broadcast(ready.map((one) => one.signedTransaction)),
      ).to.deep.equal(['accepted']);
      await scene.rpc('evm_mine');
      expect((await observe(ready)).transactions[0]?.mined?.isSuccess).to.equal(true);
    });
  }

  it('reads again when the chain is reorganised between its two requests', async () => {
    const ready = await sent(scene.usdc);
    await scene.rpc('evm_mine');
    let isToReorg = true;
    proxy.behave(async (calls, forward) => {
      if (isToReorg && calls.some((call) => call.method === 'eth_getTransactionReceipt')) {
        isToReorg = false;
        await scene.rpc('anvil_reorg', [1, []]);
        await scene.rpc('evm_mine');
      }
      return honest(calls, forward);
    });

    const reading = await observe(ready);

    expect(isToReorg).to.equal(false);
    expect(reading.block).to.equal(Number(await scene.rpc('eth_blockNumber', [])));
    expect(reading.transactions[0]?.mined).to.equal(null);
    await scene.custody.broadcast(ready.map((one) => one.signedTransaction));
    await scene.rpc('evm_mine');
  });

  describe('through a node that', () => {
    let ready: readonly Committed[];
    before(async () => {
      ready = await sent(scene.usdc);
      await scene.rpc('evm_mine');
    });
    const change = (changes: Readonly<Record<string, unknown>>) =>
      proxy.behave(
        changing('eth_getTransactionReceipt', (reply) => ({
          ...reply,
          result: { ...(reply.result as object), ...changes },
        })),
      );

    it("answers with another transaction's receipt owes the right one", async () => {
      change({ transactionHash: otherHash });
      expect(await owedBy(ready)).to.deep.equal([null, ready[0]?.signedTransaction.hash]);
    });

    it('puts the receipt into another block of that height is impossible', async () => {
      change({ blockHash: otherHash });
      expect(await faultsOf(ready)).to.deep.equal([
        'CHAIN_UNREACHABLE',
        { chain: 'eip155:8453', faults: ['inconsistent'] },
      ]);
    });

    it('puts the receipt into a block after its own head shows nothing mined yet', async () => {
      change({ blockNumber: '0xffffff' });
      expect((await observe(ready)).transactions[0]?.mined).to.equal(null);
    });

    it('forgets the receipt now and then shows nothing mined yet', async () => {
      proxy.behave(changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })));
      expect((await observe(ready)).transactions[0]?.mined).to.equal(null);
      proxy.behave(honest);
      expect((await observe(ready)).transactions[0]?.mined?.isSuccess).to.equal(true);
    });

    it('answers with broken fields owes the receipt', async () => {
      for (const broken of [
        { status: '0x2' },
        { status: null },
        { gasUsed: 'much' },
        { logs: {} },
        { logs: [{ address: scene.usdc }] },
        { from: '0x12' },
      ]) {
        change(broken);
        expect(await owedBy(ready), JSON.stringify(broken)).to.deep.equal([
          null,
          ready[0]?.signedTransaction.hash,
        ]);
      }
    });

    it('shows NFT transfers or logs of removed blocks shows no money', async () => {
      const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
      const account = `0x${'42'.repeat(20).padStart(64, '0')}`;
      const log = {
        address: scene.usdc,
        topics: [topic, account, account],
        data: `0x${'1'.padStart(64, '0')}`,
        logIndex: '0x3',
      };
      change({
        logs: [
          { ...log, topics: [...log.topics, otherHash], data: '0x' },
          { ...log, removed: true },
          { ...log, topics: [otherHash] },
          { ...log, topics: [] },
        ],
      });

      expect((await observe(ready)).transactions[0]?.mined?.transfers).to.deep.equal([]);
    });

    it('charges for posting the data has that in the cost', async () => {
      change({ gasUsed: '0x64', effectiveGasPrice: '0x3', l1Fee: '0x7' });
      expect((await observe(ready)).transactions[0]?.mined?.gasCost).to.equal(307n);
    });
  });

  describe('balances', () => {
    it('are all of one block, the head', async () => {
      await scene.rpc('anvil_setBalance', [recipient, '0x7b']);
      const books = [
        { chain: scene.chain, account: recipient, token: 'native' },
        { chain: scene.chain, account: custody.evmAccounts.spender, token: scene.usdc },
      ];

      const block = Number(await scene.rpc('eth_blockNumber'));
      expect(await custody.balances(scene.chain, books, signal)).to.deep.equal([
        { book: books[0], units: 123n, block },
        { book: books[1], units: 0n, block },
      ]);
    });

    it('are read as deep as confirmations ask, so that a credit counts only then', async () => {
      const book = { chain: scene.chain, account: recipient, token: scene.usdc };
      const deep = scene.over([scene.rpcUrl], { confirmations: 3 });
      await scene.rpc('anvil_mine', ['0x3']);
      const [before] = await custody.balances(scene.chain, [book], signal);
      await sent(scene.usdc);
      await scene.rpc('evm_mine');

      const [atHead] = await custody.balances(scene.chain, [book], signal);
      const [deeper] = await deep.balances(scene.chain, [book], signal);
      await scene.rpc('evm_mine');
      await scene.rpc('evm_mine');
      const [confirmed] = await deep.balances(scene.chain, [book], signal);

      const held = before?.units ?? 0n;
      expect([atHead?.units, deeper?.units, confirmed?.units]).to.deep.equal([
        held + 1_000n,
        held,
        held + 1_000n,
      ]);
      expect(deeper?.block).to.equal((atHead?.block ?? 0) - 2);
    });

    it("are another node's at a second look if two are configured: one that understates them raises no alarm alone", async () => {
      const liar = await misbehavingNode(scene.rpcUrl);
      liar.behave(
        changing('eth_call', (reply) => ({ ...reply, result: `0x${'1'.padStart(64, '0')}` })),
      );
      const account = scene.custody.evmAccounts.float;
      const book = { chain: scene.chain, account, token: scene.usdc };
      const look = async (urls: readonly string[]) => {
        const custody = scene.over(urls);
        const first = await custody.holdings(scene.chain, [book], {}, signal);
        const otherThan = first?.readBy ?? expect.fail();
        const second = await custody.holdings(scene.chain, [book], { otherThan }, signal);
        return [first, second].map((one) => [one?.readBy, one?.balances[0]?.units === 1n]);
      };

      const looks = [await look([liar.url, scene.rpcUrl]), await look([liar.url])];
      await liar.close();
      expect(looks).to.deep.equal([
        [
          [1, true],
          [2, false],
        ],
        [
          [1, true],
          [1, true],
        ],
      ]);
    });

    it('are read as deep as two nodes have come if two are configured, however far one says it is', async () => {
      const head = Number(await scene.rpc('eth_blockNumber', []));
      let ahead = 0;
      const liar = await misbehavingNode(scene.rpcUrl);
      liar.behave(
        changing('eth_getBlockByNumber', (reply, { params: [at] }) =>
          at === 'latest' ? { ...reply, result: shiftedBy(reply.result, ahead) } : reply,
        ),
      );
      const book = { chain: scene.chain, account: recipient, token: scene.usdc };
      const look = async (one: EvmCustody): Promise<readonly (number | undefined)[]> => {
        const [reading] = await one.balances(scene.chain, [book], signal);
        const holdings = await one.holdings(scene.chain, [book], {}, signal);
        const { block, timestampSec } = await one.observe(scene.chain, [], signal);
        return [reading?.block, holdings?.block, block, timestampSec];
      };
      const honest = await look(scene.over([scene.rpcUrl]));
      const [alone, both, three] = [
        scene.over([liar.url]),
        scene.over([liar.url, scene.rpcUrl]),
        scene.over([liar.url, scene.rpcUrl, scene.rpcUrl]),
      ];

      const looks = [await look(both), await look(three)];
      ahead = 4_000;
      looks.push(await look(both), await look(three));
      const far = await look(alone).catch((error: { code: string }) => error.code);
      await liar.close();

      expect(honest.slice(0, 3)).to.deep.equal([head, head, head]);
      expect(looks).to.deep.equal([honest, honest, honest, honest]);
      expect(far).to.equal('CHAIN_UNREACHABLE');
    });

    it('of something that is not a token are not taken for zero', async () => {
      const book = { chain: scene.chain, account: recipient, token: recipient };
      expect(
        await custody
          .balances(scene.chain, [book], signal)
          .catch((error: { code: string }) => error.code),
      ).to.equal('CHAIN_UNREACHABLE');
    });
  });

  it('shows whether there is code at an address', async () => {
    expect([
      await custody.hasCode(scene.chain, scene.usdc, signal),
      await custody.hasCode(scene.chain, custody.evmAccounts.float, signal),
    ]).to.deep.equal([true, false]);
  });

  it("shows a payer's state in one request", async () => {
    const asked = proxy.requests.length;
    const state = await custody.payerState(
      scene.chain,
      scene.usdc,
      custody.evmAccounts.float,
      signal,
    );

    expect(state).to.deep.include({
      permit2Allowance: 0n,
      eip2612Nonce: 0n,
      hasCode: false,
      chainTimeSec: Number(await scene.now()),
    });
    expect(state.balance > 0n).to.equal(true);
    // The other request is the node's chain id.
    expect(proxy.requests).to.have.length(asked + 2);
    expect(await custody.payerState(scene.chain, recipient, scene.usdc, signal)).to.deep.include({
      balance: 0n,
      permit2Allowance: 0n,
      eip2612Nonce: null,
      ...{ hasCode: true, isContract: true },
    });
  });
});

/** The block so much further, in blocks and in seconds. */
function shiftedBy(result: unknown, by: number): object {
  const block = result as { readonly number: string; readonly timestamp: string }; // CAST: of JSON-RPC.
  const shifted = (word: string): string => `0x${(Number(word) + by).toString(16)}`;
  return { ...block, number: shifted(block.number), timestamp: shifted(block.timestamp) };
}
