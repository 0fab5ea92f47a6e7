import type { Clock } from '@interline/ports';
import { expect } from 'chai';
import { evmAddress } from '@interline/kernel';
import { receiptOf } from '../watch/receipts.ts';
import { answerAlone } from './answer-alone.ts';
import { headNumber } from './blocks.ts';
import { RpcFault } from './rpc-fault.ts';
import { packBatches, RpcNode } from './rpc-node.ts';
import { codeOf, ethCall } from './state-calls.ts';

describe('packing calls into requests', () => {
  it('keeps groups together and in order', () => {
    expect(packBatches([['a', 'b'], ['c'], ['d', 'e'], ['f']], 4)).to.deep.equal([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    expect(
      packBatches(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        4,
      ),
    ).to.deep.equal([['a', 'b', 'c', 'd']]);
  });

  it('cuts only a group that fits into no request', () => {
    expect(packBatches([['a'], ['b', 'c', 'd', 'e', 'f']], 2)).to.deep.equal([
      ['a'],
      ['b', 'c'],
      ['d', 'e'],
      ['f'],
    ]);
  });

  it('sends nothing for nothing', () => {
    expect(packBatches([], 2)).to.deep.equal([]);
  });
});

describe('a call whose answer is too large', () => {
  it('costs the others of its request nothing, and says of the code that it ran that it failed', async () => {
    const stranger = evmAddress(`0x${'b'.repeat(40)}`);
    const asked: number[] = [];
    const transport = {
      post: async (body: string) => {
        // CAST: written by the node under test.
        const requests = [JSON.parse(body)].flat() as {
          readonly id: number;
          readonly method: string;
        }[];
        asked.push(requests.length);
        if (requests.some(({ method }) => method === 'eth_call' || method === 'eth_getCode'))
          throw new RpcFault('too-large', 'the node answered with too many bytes');
        const replies = requests.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }));
        return replies.length === 1 ? replies[0] : replies;
      },
    };
    const clock = { monotonic: () => 0 } as Clock; // CAST: only intervals are measured.
    const node = new RpcNode({ number: 1, chainId: 1, maxBatch: 8 }, transport, clock);

    const [heads, code] = await Promise.allSettled([
      node.ask([headNumber, ethCall({ to: stranger, data: '0x' }), headNumber]),
      node.ask([codeOf(stranger)]),
    ]);

    expect(heads).to.deep.equal({
      status: 'fulfilled',
      value: [1, { ok: false, revert: null }, 1],
    });
    // If no third party's code decides the size, a response that is too large is the node's own
    // fault.
    expect(code.status === 'rejected' && (code.reason as RpcFault).kind).to.equal('too-large'); // CAST: all that it throws.
    expect(asked).to.deep.equal([1, 4, 2, 1, 1, 2, 1, 1]);
  });
});

describe('a receipt that strangers made large', () => {
  it('is asked for once more by itself and read, and fails alone where it is still too large', async () => {
    const asked: (readonly [calls: number, isLarge: boolean])[] = [];
    let largest = 'large';
    const transport = {
      post: async (body: string, isLarge: boolean) => {
        // CAST: written by the node under test.
        const requests = [JSON.parse(body)].flat() as {
          readonly id: number;
          readonly method: string;
        }[];
        asked.push([requests.length, isLarge]);
        const hasReceipt = requests.some(({ method }) => method === 'eth_getTransactionReceipt');
        if (hasReceipt && (!isLarge || largest === 'none'))
          throw new RpcFault('too-large', 'the node answered with too many bytes');
        const replies = requests.map(({ id, method }) => ({
          jsonrpc: '2.0',
          id,
          result: method === 'eth_getTransactionReceipt' ? null : '0x1',
        }));
        return replies.length === 1 ? replies[0] : replies;
      },
    };
    const clock = { monotonic: () => 0 } as Clock; // CAST: only intervals are measured.
    const node = new RpcNode({ number: 1, chainId: 1, maxBatch: 8 }, transport, clock);
    const receipt = receiptOf(`0x${'a'.repeat(64)}`);

    expect(await node.ask([headNumber, receipt])).to.deep.equal([1, null]);
    expect(asked).to.deep.equal([
      [1, false],
      [2, false],
      [1, false],
      [1, false],
      [1, true],
    ]);
    largest = 'none';
    const [head, odd] = await node.ask([headNumber, answerAlone(receipt)]);
    expect([head, odd instanceof RpcFault]).to.deep.equal([1, true]);
  });
});

describe('a node whose URL is pointed at another chain', () => {
  let nowMs: number;
  let chainId: string;
  let asked: string[];
  let node: RpcNode;
  beforeEach(() => {
    [nowMs, chainId, asked] = [0, '0x1', []];
    const clock = { monotonic: () => nowMs } as Clock; // CAST: only intervals are measured.
    const transport = {
      post: async (body: string) => {
        // CAST: written by the node under test, one call a request here.
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        asked.push(method);
        return { jsonrpc: '2.0', id, result: chainId };
      },
    };
    node = new RpcNode({ number: 1, chainId: 1, maxBatch: 8 }, transport, clock);
  });
  const answer = () =>
    node.ask([headNumber]).then(
      ([head]) => head,
      (error: unknown) => (error instanceof RpcFault ? error.kind : error),
    );

  it('is not asked for anything but its id from five minutes on', async () => {
    const right = await answer();
    nowMs = 299_999;
    const before = await answer();
    chainId = '0xa';
    nowMs = 300_000;
    const after = await answer();

    expect([right, before, after]).to.deep.equal([1, 1, 'wrong-chain']);
    expect(asked).to.deep.equal([
      'eth_chainId',
      'eth_blockNumber',
      'eth_blockNumber',
      'eth_chainId',
    ]);
  });

  it('and back is asked again two seconds after it said so, however often it is read and rested meanwhile', async () => {
    await answer();
    [nowMs, chainId] = [300_000, '0xa'];
    await answer();
    chainId = '0x1';
    const answers: unknown[] = [];
    for (const at of [300_500, 301_000, 301_500, 301_999, 302_000]) {
      nowMs = at;
      node.rest('unreachable');
      answers.push(await answer());
    }

    expect(answers).to.deep.equal(['wrong-chain', 'wrong-chain', 'wrong-chain', 'wrong-chain', 1]);
  });
});
