import { expect } from 'chai';
import { LogRanges } from './log-ranges.ts';
import type { RpcCall } from './json-rpc.ts';
import { RpcFault } from './rpc-fault.ts';
import type { RpcNode } from './rpc-node.ts';

describe('how many blocks a node is asked to search at once', () => {
  it('is a quarter of what it refused, and twice as many again for each eight that it served', async () => {
    const { ranges, look } = rangesOver((blocks) => blocks <= 2_000);

    await look(10_000);
    const refused = ranges();
    await look(2_500);
    const learned = ranges();
    for (let served = 0; served < 8; served += 1) await look(625);
    const grown = ranges();
    for (let served = 0; served < 8; served += 1) await look(1_250);

    expect([refused, learned, grown, ranges()]).to.deep.equal([2_500, 625, 1_250, 2_500]);
  });

  it('comes back from refusals that had nothing to do with how many they were', async () => {
    let isBusy = true;
    const { ranges, look } = rangesOver(() => !isBusy);

    for (let tries = 0; tries < 3; tries += 1) await look(119);
    const least = ranges();
    isBusy = false;
    for (let served = 0; served < 8 * 14; served += 1) await look(10_000);

    expect([least, ranges()]).to.deep.equal([1, 10_000]);
  });

  it('does not grow by requests for fewer', async () => {
    const { ranges, look } = rangesOver((blocks) => blocks <= 2_000);

    await look(10_000);
    for (let served = 0; served < 20; served += 1) await look(7);

    expect(ranges()).to.equal(2_500);
  });

  /** A node that serves this many blocks, and a request for the oldest of a range. */
  function rangesOver(serves: (blocks: number) => boolean) {
    const known = new LogRanges();
    const node = {
      async ask([, logs]: readonly RpcCall<unknown>[]) {
        const [from, to] = logs?.params as [number, number];
        if (!serves(to - from + 1)) throw new RpcFault('error-answer', 'eth_getLogs: error -32005');
        return [10_000, []];
      },
    } as unknown as RpcNode; // CAST: nothing else of it is used.
    return {
      ranges: () => known.of(node),
      look: (blocks: number) =>
        known.readOldest(
          node,
          (from, to) => ({ method: 'eth_getLogs', params: [from, to], read: () => [] }),
          { from: 1, to: blocks },
        ),
    };
  }
});
