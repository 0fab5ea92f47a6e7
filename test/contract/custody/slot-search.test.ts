import { asUnits, evmAddress, type Hex } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { hashAuthorization, JsonRpcProvider, Signature } from 'ethers';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import {
  type AskedCall,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
  written,
} from './misbehaving-node.ts';
import { committed, type Committed } from './transactions.ts';
import { valueOf } from './outcome-value.ts';

const { signal } = new AbortController();
const stranger = evmAddress(`0x${'42'.repeat(20)}`);
const otherHash: Hex = `0x${'77'.repeat(32)}`;

/** What a node does to one call; null where it serves it as it is. */
type Deed = (call: AskedCall, reply: Reply) => Reply | null;

describe('a slot of ours that something else consumed, on ordinary nodes', () => {
  let scene: CustodyScene;
  let nodes: readonly MisbehavingNode[];
  let custody: EvmCustody;
  let contradictions: number;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', scene.custody.evmAccounts.float, 10_000_000n);
    nodes = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
  });
  beforeEach(async () => {
    await scene.rpc('evm_setAutomine', [false]);
    for (const node of nodes) node.behave(honest);
    custody = over(2);
  });
  after(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
  });

  it('is found by the logs that name the account if nodes serve neither old states nor blocks', async () => {
    const { ours, other, freeAt, block } = await displaced(payout, 300);
    all(without('states', 'blocks'));

    expect(await found(ours, freeAt)).to.deep.equal({
      kind: 'found',
      hash: other.signedTransaction.hash,
      block,
      head: block + 299,
    });
  });

  it('is found by logs in the ranges that a node accepts, which it learns once', async () => {
    const { ours, other, freeAt } = await displaced(payout, 300);
    all(without('states', 'blocks'), (call, reply) =>
      call.method === 'eth_getLogs' && spanOf(call) > 100
        ? refused(reply, 'query exceeds max block range 100')
        : null,
    );
    const asked = logSpans(0);

    expect(await found(ours, freeAt)).to.include({ hash: other.signedTransaction.hash });
    const first = logSpans(0).slice(asked.length);
    expect(await found(ours, freeAt)).to.include({ hash: other.signedTransaction.hash });
    const second = logSpans(0).slice(asked.length + first.length);

    expect(first.slice(0, 6)).to.deep.equal([302, 302, 75, 75, 75, 75]);
    expect(second.some((span) => span > 75)).to.equal(false);
  });

  it('is found by old states if it left no log, though nodes keep those of 64 blocks only', async () => {
    const { ours, other, freeAt } = await displaced(noop, 40);
    all(without('logs'), (call, reply) =>
      isStateOlderThan(call, 64) ? refused(reply, 'missing trie node') : null,
    );

    expect(await found(ours, freeAt)).to.include({ hash: other.signedTransaction.hash });
  });

  it('is found block by block if nodes serve the newest state only, over several searches', async () => {
    const { ours, other, freeAt, block } = await displaced(noop, 300);
    all(without('logs', 'states'));
    const takenAt = block + 299;

    const searches = [];
    for (let search = 0; search < 3; search += 1)
      searches.push(await custody.consumerOf(ours.watched, { freeAt, takenAt }, signal));

    expect(searches).to.deep.equal([
      goesOn({ from: freeAt - 1, to: takenAt - 128 }),
      goesOn({ from: freeAt - 1, to: takenAt - 256 }),
      { kind: 'found', hash: other.signedTransaction.hash, block, head: takenAt },
    ]);
  });

  it('is unseen with the range that was read, if no block of it has what consumed it', async () => {
    const { ours, block } = await displaced(noop, 20);
    all(without('logs', 'states'));

    expect(
      await custody.consumerOf(ours.watched, { freeAt: block + 5, takenAt: block + 19 }, signal),
    ).to.deep.equal({
      kind: 'unseen',
      reason: 'not-in-range',
      range: { from: block + 4, to: block + 19 },
    });
  });

  for (const [how, kept] of [
    ['by old states', ['logs']],
    ['block by block', ['logs', 'states']],
  ] as const) {
    it(`was consumed by our authorization in the transaction of another account, found ${how}`, async () => {
      const { ours, freeAt } = await prepared(noop);
      const hash = await authorizedElsewhere(ours.watched.transaction.slot);
      await mine(1);
      const block = await head();
      all(without(...kept));

      expect(await found(ours, freeAt)).to.deep.equal({ kind: 'found', hash, block, head: block });
    });

    it(`is not mistaken for one that a later, void authorization took, searched ${how}`, async () => {
      const { ours, other, freeAt } = await displaced(noop, 1);
      await authorizedElsewhere(ours.watched.transaction.slot);
      await mine(3);
      all(without(...kept));

      expect(await found(ours, freeAt)).to.include({ hash: other.signedTransaction.hash });
    });
  }

  it('is proven by two of three nodes while one is silent, and by none while two are', async () => {
    const { ours, other, freeAt } = await displaced(noop, 3);
    custody = over(3, { deadlineMs: 2_000 });

    behave(1, () => 'silent' as const);
    const oneSilent = await found(ours, freeAt);
    behave(2, () => 'silent' as const);
    const twoSilent = await found(ours, freeAt);

    expect(oneSilent).to.include({ kind: 'found', hash: other.signedTransaction.hash });
    expect(twoSilent).to.include({ kind: 'unseen', reason: 'node-silent' });
  });

  it('is proven by two nodes though a third lags and shows nothing yet', async () => {
    const { ours, other, freeAt, block } = await displaced(noop, 1);
    custody = over(3);

    behave(0, standingAt(block - 1));

    expect(await found(ours, freeAt)).to.deep.equal({
      kind: 'found',
      hash: other.signedTransaction.hash,
      block,
      head: block,
    });
  });

  it('is not proven while one node shows another block there: that is logged by the numbers of the nodes, and counted', async () => {
    const { ours, freeAt, block } = await displaced(noop, 3);
    custody = over(3);
    behave(2, (call, reply) =>
      call.method === 'eth_getBlockByNumber' && call.params[0] === hex(block)
        ? { ...reply, result: { ...(reply.result as object), hash: otherHash } }
        : null,
    );
    scene.log.lines.splice(0);

    expect(await found(ours, freeAt)).to.deep.equal({
      kind: 'unseen',
      reason: 'nodes-disagree',
      range: { from: block, to: block },
    });
    expect(contradictions).to.equal(1);
    expect(
      scene.log.lines.filter(({ event }) => event === 'nodes-contradict').map((one) => one.fields),
    ).to.deep.equal([
      {
        chain: 'eip155:8453',
        about: 'block',
        node: 1,
        other: 3,
        advice:
          'two RPC nodes, named by their places in the config, show different chains; take out the one that is wrong',
      },
    ]);
  });

  it('is not proven by a transaction of a stranger that one node names as ours while the others lag', async () => {
    const { ours, freeAt } = await prepared(noop);
    const sent = await fromStranger();
    await scene.custody.broadcast([ours.signedTransaction]);
    await mine(1);
    const account = scene.custody.evmAccounts.float;
    const hidden = ours.signedTransaction.hash;
    const named = { from: account, nonce: hex(ours.watched.transaction.slot) };
    for (const node of [0, 1])
      behave(node, ({ method, params: [asked] }, reply) => {
        if (method === 'eth_getTransactionReceipt' && asked === hidden)
          return { ...reply, result: null };
        if (method === 'eth_getTransactionByHash')
          return { ...reply, result: asked === hidden ? null : shownAs(reply.result, named) };
        return method === 'eth_getBlockByNumber' && node === 0
          ? { ...reply, result: withoutOurs(reply.result) }
          : null;
      });
    const withoutOurs = (result: unknown): unknown => {
      const block = result as { transactions: readonly unknown[] }; // CAST: a block of JSON-RPC.
      const others = block.transactions.filter((tx) => (tx as { hash?: Hex }).hash !== hidden);
      return { ...block, transactions: others.map((tx) => shownAs(tx, named)) };
    };
    const shownAs = (tx: unknown, change: object): unknown =>
      (tx as { hash?: Hex } | null)?.hash === sent ? { ...(tx as object), ...change } : tx;

    const search = await found(ours, freeAt);
    behave(0);
    behave(1);

    expect(search).to.include({ kind: 'unseen', reason: 'nodes-disagree' });
    expect(await found(ours, freeAt)).to.include({ kind: 'found', hash: hidden });
  });

  it('is something the doctor foretells, by what each node serves', async () => {
    await mine(700);
    const { signedTransaction } = await noop();
    await scene.custody.broadcast([signedTransaction]);
    await mine(1);
    custody = over(3);
    const at = await head();
    behave(1, without('logs', 'blocks'), (call, reply) =>
      call.method === 'eth_getTransactionCount' && at - Number(call.params[1]) > 20
        ? refused(reply, 'missing trie node')
        : null,
    );
    behave(2, without('states'), (call, reply) => {
      if (call.method === 'eth_getLogs' && spanOf(call) > 600)
        return refused(reply, 'query returned more than 10000 results');
      return call.method === 'eth_getTransactionReceipt' || call.params[1] === 'pending'
        ? { ...reply, result: null }
        : null;
    });

    expect((await custody.doctor(signal)).map(({ serves }) => serves)).to.deep.equal([
      // The devnet's nodes keep the states of 64 blocks.
      { stateBlocks: 63, logBlocks: 10_000, fullBlocks: true, receipts: true, pending: true },
      { stateBlocks: 16, logBlocks: 0, fullBlocks: false, receipts: null, pending: true },
      null,
    ]);
    behave(2, without('states'), (call, reply) => {
      if (call.method === 'eth_getLogs' && spanOf(call) > 600)
        return refused(reply, 'query returned more than 10000 results');
      if (call.params[1] === 'pending') return refused(reply, 'pending is not served');
      return call.method === 'eth_getTransactionReceipt' ? { ...reply, result: null } : null;
    });
    expect((await custody.doctor(signal))[2]?.serves).to.deep.equal({
      stateBlocks: 0,
      logBlocks: 500,
      fullBlocks: true,
      receipts: false,
      pending: false,
    });
  });

  function over(count: number, settings: { readonly deadlineMs?: number } = {}): EvmCustody {
    contradictions = 0;
    return scene.over(
      nodes.slice(0, count).map(({ url }) => url),
      settings,
      { onContradiction: () => (contradictions += 1) },
    );
  }
  function found(ours: Committed, freeAt: number) {
    return custody.consumerOf(ours.watched, { freeAt, takenAt: null }, signal);
  }
  async function prepared(make: () => Promise<Committed>) {
    const freeAt = await head();
    return { ours: await make(), freeAt };
  }
  /** Another transaction has the slot of ours, that many blocks deep. */
  async function displaced(make: () => Promise<Committed>, depth: number) {
    const { ours, freeAt } = await prepared(noopOfOurs);
    const other = await make();
    await scene.custody.broadcast([other.signedTransaction]);
    await mine(depth);
    return { ours, other, freeAt, block: (await head()) - depth + 1 };
  }
  async function one(request: Parameters<EvmCustody['prepare']>[0]): Promise<Committed> {
    const [first = expect.fail()] = valueOf(await scene.custody.prepare(request, signal));
    const [sealed = expect.fail()] = await committed(scene.custody, [first]);
    return sealed;
  }
  const noop = (): Promise<Committed> => one({ kind: 'noop', chain: scene.chain, role: 'float' });
  async function noopOfOurs(): Promise<Committed> {
    const [first = expect.fail()] = valueOf(
      await scene.custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const higher = { ...first, tx: { ...first.tx, gasLimit: first.tx.gasLimit + 1n } };
    const [sealed = expect.fail()] = await committed(scene.custody, [higher]);
    return sealed;
  }
  function payout(): Promise<Committed> {
    return one({
      kind: 'payout',
      purpose: 'payout',
      chain: scene.chain,
      token: scene.usdc,
      role: 'float',
      to: stranger,
      units: asUnits(1_000n),
    });
  }

  /** A plain transaction of a stranger, which waits for the next block. */
  async function fromStranger(): Promise<Hex> {
    const provider = new JsonRpcProvider(scene.rpcUrl, scene.chainId, { staticNetwork: true });
    try {
      const sender = freshWallet(provider);
      await scene.rpc('anvil_setBalance', [sender.address, hex(10n ** 18n)]);
      const { hash } = await sender.sendTransaction({ to: stranger, value: 1n });
      return hash as Hex; // CAST: a hash.
    } finally {
      provider.destroy();
    }
  }

  /** Somebody with our key signs the account's next nonce away in a transaction of theirs. */
  async function authorizedElsewhere(nonce: number): Promise<Hex> {
    const provider = new JsonRpcProvider(scene.rpcUrl, scene.chainId, { staticNetwork: true });
    try {
      const sender = freshWallet(provider);
      await scene.rpc('anvil_setBalance', [sender.address, hex(10n ** 18n)]);
      const terms = { address: stranger, nonce: BigInt(nonce), chainId: BigInt(scene.chainId) };
      const digest = Buffer.from(hashAuthorization(terms).slice(2), 'hex');
      const { r, s, yParity } = scene.signers.float.sign(digest);
      const signature = Signature.from({ r: `0x${r}`, s: `0x${s}`, yParity });
      const sent = await sender.sendTransaction({
        type: 4,
        to: sender.address,
        gasLimit: 200_000n,
        authorizationList: [{ ...terms, signature }],
      });
      return sent.hash as Hex; // CAST: a hash.
    } finally {
      provider.destroy();
    }
  }
  function goesOn(range: { from: number; to: number }) {
    return { kind: 'unseen', reason: 'search-goes-on', range };
  }

  async function head(): Promise<number> {
    return Number(await scene.rpc('eth_blockNumber', []));
  }
  async function mine(blocks: number): Promise<void> {
    await scene.rpc('anvil_mine', [hex(blocks)]);
  }
  function logSpans(node: number): readonly number[] {
    return (nodes[node] ?? expect.fail()).requests
      .flat()
      .filter(({ method }) => method === 'eth_getLogs')
      .map(spanOf);
  }
  function all(...deeds: readonly Deed[]): void {
    for (const index of nodes.keys()) behave(index, ...deeds);
  }
  function behave(index: number, ...deeds: readonly (Deed | (() => 'silent'))[]): void {
    nodes[index]?.behave(async (calls, forward) => {
      const replies = await forward();
      const changed: Reply[] = [];
      for (const [at, reply] of replies.entries()) {
        const call = calls[at] ?? expect.fail();
        const done = deeds.map((deed) => deed(call, reply)).find((one) => one !== null) ?? reply;
        if (done === 'silent') return 'silence';
        changed.push(done);
      }
      return written(calls, changed);
    });
  }
  function isStateOlderThan({ method, params }: AskedCall, blocks: number): boolean {
    return (
      method === 'eth_getTransactionCount' &&
      typeof params[1] === 'string' &&
      params[1].startsWith('0x') &&
      newest - Number(params[1]) > blocks
    );
  }
  let newest = 0;
  beforeEach(async () => {
    newest = (await head()) + 41;
  });
});

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function refused(reply: Reply, message: string): Reply {
  return { id: reply.id, error: { code: -32_000, message } };
}

function spanOf({ params: [filter] }: AskedCall): number {
  const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }; // CAST: written by custody.
  return Number(toBlock) - Number(fromBlock) + 1;
}

/** Logs, states older than the newest, or full blocks are not served. */
function without(...what: readonly ('logs' | 'states' | 'blocks')[]): Deed {
  return ({ method, params }, reply) => {
    const isLog = method === 'eth_getLogs' && what.includes('logs');
    const isOldState =
      (method === 'eth_getTransactionCount' || method === 'eth_call') &&
      typeof params[1] === 'string' &&
      params[1].startsWith('0x') &&
      what.includes('states');
    const isFull =
      method === 'eth_getBlockByNumber' && params[1] === true && what.includes('blocks');
    return isLog || isOldState || isFull ? refused(reply, 'not served here') : null;
  };
}

/** A backend that stands still at a block. */
function standingAt(block: number): Deed {
  return ({ method, params }, reply) => {
    if (method === 'eth_blockNumber') return { ...reply, result: hex(block) };
    if (method === 'eth_getBlockByNumber' && Number(params[0]) > block)
      return { ...reply, result: null };
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash')
      return { ...reply, result: null };
    if (method === 'eth_getTransactionCount' && params[1] === 'latest')
      return { ...reply, result: hex(Math.max(0, Number(reply.result) - 1)) };
    return null;
  };
}
