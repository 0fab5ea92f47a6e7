import { expect } from 'chai';
import type { TxHash } from '@interline/kernel';
import type { ChainClient } from '../rpc/chain-client.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { SharedHead } from './shared-head.ts';

const { signal } = new AbortController();

describe('the head that several looks share', () => {
  let nowMs: number;
  let head: number;
  let secondsABlock: number;
  let requests: number;
  let shared: SharedHead;
  beforeEach(() => {
    [nowMs, head, secondsABlock, requests] = [0, 100, 12, 0];
    shared = new SharedHead({ monotonic: () => nowMs });
  });

  const hashAt = (height: number): TxHash => `0x${height.toString(16).padStart(64, '0')}`;
  const node = {
    ask: async (calls: readonly RpcCall<unknown>[]) =>
      calls.map((call) => {
        const [at] = call.params;
        const height = at === 'latest' ? head : Number(at);
        return call.read(
          height > head
            ? null
            : {
                number: `0x${height.toString(16)}`,
                hash: hashAt(height),
                parentHash: hashAt(height - 1),
                timestamp: `0x${(height * secondsABlock).toString(16)}`,
              },
        );
      }),
  };
  // CAST: nothing else is asked of a client.
  const client = {
    read: (ask: (one: typeof node) => Promise<unknown>) => {
      requests += 1;
      return ask(node);
    },
  } as unknown as Pick<ChainClient, 'read'>;
  const look = (...heights: readonly number[]) => shared.with(client, heights, signal);

  it('has the blocks that were asked for, and none above it', async () => {
    expect(await look(90, 99, 101)).to.deep.equal({
      block: 100,
      blockHash: hashAt(100),
      hashes: new Map([
        [90, hashAt(90)],
        [99, hashAt(99)],
        [100, hashAt(100)],
      ]),
    });
  });

  it('is read once a block where blocks are seconds apart', async () => {
    await look();
    head = 101;
    await look();
    nowMs = 11_999;
    await look();
    expect(requests).to.equal(2);

    nowMs = 12_000;
    await look();
    expect(requests).to.equal(3);
  });

  it('is read anew for a height that it was not asked for', async () => {
    await look();
    head = 101;
    await look(90);
    await look(90, 101);
    expect(requests).to.equal(2);

    await look(91);
    expect(requests).to.equal(3);
  });

  it('is read each time until two heads have shown how far blocks are apart', async () => {
    await look();
    await look();

    expect(requests).to.equal(2);
  });

  it('is kept for 12 seconds at the most, and for the least gap of late', async () => {
    secondsABlock = 600;
    await look();
    head = 101;
    await look();
    nowMs = 12_000;
    await look();
    expect(requests).to.equal(3);

    secondsABlock = 601;
    head = 102;
    nowMs = 24_000;
    await look();
    expect(requests).to.equal(4);
  });
});
