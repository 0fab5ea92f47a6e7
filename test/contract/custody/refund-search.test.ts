import type { EvmCustody } from '@interline/adapters/custody/evm';
import { type Address, evmAddress, type Hex } from '@interline/kernel';
import type { FoundRefunds, RefundSearch } from '@interline/ports';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import {
  type AskedCall,
  type Behaviour,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
  written,
} from './misbehaving-node.ts';

const { signal } = new AbortController();
const bystander = evmAddress(`0x${'43'.repeat(20)}`);
const units = 12n;

describe('a search for a refund that no engine names', () => {
  let scene: CustodyScene;
  let node: MisbehavingNode;
  let sender: Address;
  before(async () => {
    scene = await custodyScene();
    const [first = ''] = (await scene.rpc('eth_accounts')) as readonly string[]; // CAST: anvil's own shape.
    sender = evmAddress(first);
    await scene.give('USDC', sender, 10_000_000n);
  });
  beforeEach(async () => {
    node = await misbehavingNode(scene.rpcUrl);
  });
  afterEach(() => node.close());
  after(() => scene.close());

  it('finds it 25,000 blocks later, and asks for what is new and a hundred blocks at the next look', async () => {
    const { search, refund, shows } = await handedOverAndBack({ apart: 20_000, more: 25_000 });
    node.behave(showing(shows));
    const custody = scene.over([node.url]);

    const first = await custody.refundsSince(scene.chain, search, signal);
    const asked = logsAsked();
    await scene.rpc('anvil_mine', ['0x7']);
    const again = await custody.refundsSince(scene.chain, search, signal);

    expect([hashesOf(first), hashesOf(again)]).to.deep.equal([[refund], [refund]]);
    expect([asked, logsAsked().slice(asked.length)]).to.deep.equal([
      [10_000, 10_000, 5_002],
      [107],
    ]);
  });

  it('goes on at each look where it ended, over more blocks than one look has requests for', async () => {
    const { search, refund, shows } = await handedOverAndBack({ apart: 500_000, more: 1_000_000 });
    node.behave(showing(shows));
    const custody = scene.over([node.url]);

    const looks = [];
    for (let look = 0; look < 4; look += 1) {
      const before = logsAsked().length;
      const found = await custody.refundsSince(scene.chain, search, signal);
      looks.push([hashesOf(found), found.isWhole, logsAsked().length - before]);
    }

    expect(looks).to.deep.equal([
      [[], false, 40],
      [[refund], false, 40],
      [[refund], true, 21],
      [[refund], true, 1],
    ]);
  });

  it('finds it on a node that takes 300 ms for each request, if 390,000 blocks have come since', async function () {
    this.timeout(60_000);
    const { search, refund, shows } = await handedOverAndBack({ apart: 380_000, more: 390_000 });
    node.behave(async (calls, forward) => {
      if (calls.some(({ method }) => method === 'eth_getLogs')) await sleep(300);
      return showing(shows)(calls, forward);
    });
    const custody = scene.over([node.url]);

    const [first, last] = await looksUntilWhole(custody, search);

    expect(first).to.deep.equal({ arrivals: [], isWhole: false });
    expect(hashesOf(last)).to.deep.equal([refund]);
    // But for the newest hundred no block is searched twice.
    expect(logsAsked().reduce((sum, blocks) => sum + blocks, 0)).to.be.within(390_002, 390_102);
  });

  it('finds it on a node that serves 2,000 blocks at most', async () => {
    const { search, refund, shows } = await handedOverAndBack({ apart: 50_000, more: 60_000 });
    node.behave(
      showing(async (call, reply) =>
        call.method === 'eth_getLogs' && blocksOf(call) > 2_000
          ? { id: reply.id, error: { code: -32_005, message: 'query exceeds 2000 blocks' } }
          : shows(call, reply),
      ),
    );

    const [, last] = await looksUntilWhole(scene.over([node.url]), search);

    expect(hashesOf(last)).to.deep.equal([refund]);
    expect(logsAsked().slice(0, 3)).to.deep.equal([10_000, 2_500, 625]);
  });

  it('finds it even if the only node said once that it was at block 1,000,000 when it was at the hand-over', async () => {
    const since = await send({ to: bystander, value: '0x1' });
    const custody = scene.over([node.url]);
    const told: unknown[] = [];
    const look = async (): Promise<void> => {
      const { arrivals, isWhole } = await custody
        .refundsSince(scene.chain, searchFrom(since), signal)
        .catch(() => ({ arrivals: [], isWhole: null }));
      told.push([arrivals.map(({ hash }) => hash), isWhole]);
    };

    node.behave(headMoved(1_000_000));
    await look();
    node.behave(honest);
    await look();
    const refund = await send({ to: scene.usdc, data: transferOf(units) });
    await look();

    expect(told).to.deep.equal([
      [[], null],
      [[], true],
      [[refund], true],
    ]);
  });

  it('is not whole while one of two nodes says that it is below the block that both show it in', async () => {
    const { search, refund } = await handedOverAndBack();
    const custody = scene.over([scene.rpcUrl, node.url]);

    node.behave(headMoved(-1));
    const low = await custody.refundsSince(scene.chain, search, signal);
    node.behave(honest);
    const right = await custody.refundsSince(scene.chain, search, signal);

    expect(low).to.deep.equal({ arrivals: [], isWhole: false });
    expect([hashesOf(right), right.isWhole]).to.deep.equal([[refund], true]);
  });

  it('searches again what a reorg may still replace', async () => {
    const { search, shows } = await handedOverAndBack({ more: 1_000 });
    node.behave(showing(shows));
    const custody = scene.over([node.url], { countsAt: [100] });

    for (let look = 0; look < 2; look += 1) await custody.refundsSince(scene.chain, search, signal);

    // All of them, and then those that are less than two hundred deep.
    expect(logsAsked()).to.deep.equal([1_002, 199]);
  });

  it('asks for nothing more by dust that the same address sent', async () => {
    const since = await send({ to: bystander, value: '0x1' });
    await scene.rpc('evm_setAutomine', [false]);
    for (let sent = 0; sent < 200; sent += 1)
      await scene.rpc('eth_sendTransaction', [
        { from: sender, gas: '0x186a0', to: scene.usdc, data: transferOf(1n) },
      ]);
    await scene.rpc('evm_setAutomine', [true]);
    await scene.rpc('evm_mine');
    const refund = await send({ to: scene.usdc, data: transferOf(units) });

    const custody = scene.over([node.url]);
    const found = await custody.refundsSince(scene.chain, searchFrom(since), signal);

    expect(hashesOf(found)).to.deep.equal([refund]);
    const asked = node.requests
      .flat()
      .map(({ method, params: [at] }) => (at === 'latest' ? 'head' : method));
    expect([
      asked.filter((method) => method === 'eth_getBlockByNumber').length,
      asked.filter((method) => method === 'eth_getTransactionReceipt').length,
    ]).to.deep.equal([2, 3]);
  });

  /** The node shows the refund so many blocks later than it is, and as many more of the rest. */
  async function handedOverAndBack({ apart = 0, more = 0 } = {}) {
    const since = await send({ to: bystander, value: '0x1' });
    const refund = await send({ to: scene.usdc, data: transferOf(units) });
    const block = await height();
    const [real, shown] = [word(block), word(block + apart)];
    const isIn = ({ params: [filter] }: AskedCall): boolean => {
      const { fromBlock, toBlock } = filter as Record<string, string>; // CAST: written by the adapter under test.
      return Number(fromBlock) <= Number(shown) && Number(shown) <= Number(toBlock);
    };
    const logs = await scene.rpc('eth_getLogs', [
      { address: scene.usdc, fromBlock: real, toBlock: real },
    ]);
    const moved = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(`"${real}"`, `"${shown}"`));
    const shows: Shows = async (call, { id, ...reply }) => {
      switch (call.method) {
        case 'eth_blockNumber':
          return { id, result: word(Number(reply.result) + more) };
        case 'eth_getLogs':
          return { id, result: isIn(call) ? moved(logs) : [] };
        case 'eth_getBlockByNumber':
          if (call.params[0] === 'latest') return { id, result: ahead(reply.result, more) };
          return {
            id,
            result: moved(await scene.rpc('eth_getBlockByNumber', [real, false])),
          };
        case 'eth_getTransactionReceipt':
          return { id, result: call.params[0] === refund ? moved(reply.result) : reply.result };
        default:
          return { id, ...reply };
      }
    };
    return { search: searchFrom(since), refund, shows };
  }

  function logsAsked(): readonly number[] {
    return node.requests
      .flat()
      .filter(({ method }) => method === 'eth_getLogs')
      .map(blocksOf);
  }

  function searchFrom(since: Hex): RefundSearch {
    const to = scene.custody.evmAccounts.spender;
    return { token: scene.usdc, to, units, since, from: [sender] };
  }

  /** The first and the last of the looks that it takes, of ten at most. */
  async function looksUntilWhole(custody: EvmCustody, search: RefundSearch) {
    const looks = [await custody.refundsSince(scene.chain, search, signal)];
    while (looks.length < 10 && looks.at(-1)?.isWhole === false)
      looks.push(await custody.refundsSince(scene.chain, search, signal));
    expect(looks.at(-1)?.isWhole).to.equal(true);
    return [looks[0], looks.at(-1)] as const;
  }

  async function send(tx: object): Promise<Hex> {
    const hash = (await scene.rpc('eth_sendTransaction', [
      { from: sender, gas: '0x30d40', ...tx },
    ])) as Hex; // CAST: anvil's own shape.
    await mined(scene.rpc, hash);
    return hash;
  }

  async function height(): Promise<number> {
    return Number(await scene.rpc('eth_blockNumber'));
  }

  function transferOf(amount: bigint): Hex {
    const spender = scene.custody.evmAccounts.spender.slice(2).padStart(64, '0');
    return `0xa9059cbb${spender}${amount.toString(16).padStart(64, '0')}`;
  }
});

/** What a node answers to a call, where the real one replies so. */
type Shows = (call: AskedCall, reply: Reply) => Promise<Reply>;

function showing(shows: Shows): Behaviour {
  return async (calls, forward) => {
    const replies = await forward();
    const shown = replies.map(async (reply, index) => {
      const call = calls[index];
      return call === undefined ? reply : shows(call, reply);
    });
    return written(calls, await Promise.all(shown));
  };
}

/** The node's word of its head is so many blocks off. */
function headMoved(by: number): Behaviour {
  return showing(async ({ method, params: [at] }, { id, result, ...reply }) => {
    if (method === 'eth_blockNumber') return { id, result: word(Number(result) + by) };
    return { id, ...reply, result: at === 'latest' ? ahead(result, by) : result };
  });
}

function blocksOf({ params: [filter] }: AskedCall): number {
  const { fromBlock, toBlock } = filter as Record<string, string>; // CAST: written by the adapter under test.
  return Number(toBlock) - Number(fromBlock) + 1;
}

function hashesOf(found: FoundRefunds | undefined): readonly string[] {
  return (found?.arrivals ?? []).map(({ hash }) => hash);
}

/** The same block, so many higher. */
function ahead(block: unknown, more: number): unknown {
  const { number, ...rest } = block as { readonly number: Hex }; // CAST: anvil's own shape.
  return { ...rest, number: word(Number(number) + more) };
}

function word(value: number): Hex {
  return `0x${value.toString(16)}`;
}
