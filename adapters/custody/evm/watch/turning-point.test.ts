import { expect } from 'chai';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { turningPoint } from './turning-point.ts';

describe('the block from which on something is so', () => {
  for (const [point, known] of [
    [0, 0],
    [0, 1],
    [1, 1],
    [7, 8],
    [100, 100],
    [37, 1_000],
    [999, 1_000],
  ] as const) {
    it(`is found at ${point}, known to be so at ${known}`, async () => {
      expect(await turningPoint(known, async (block) => block >= point)).to.equal(point);
    });
  }

  it('is looked for near the known block first, where nodes still serve the state', async () => {
    const asked: number[] = [];

    await turningPoint(1_000_000, async (block) => {
      asked.push(block);
      return block >= 999_990;
    });

    expect(asked).to.deep.equal([999_999, 999_997, 999_993, 999_985, 999_989, 999_991, 999_990]);
  });

  for (const [point, oldest, found] of [
    [40, 37, 40],
    [40, 40, null],
    [38, 37, 38],
    [99, 98, 99],
    [100, 99, 100],
    [100, 100, null],
  ] as const) {
    it(`is ${found === null ? 'not found' : 'found'} at ${point} of 100 by a node that serves states from ${oldest} on`, async () => {
      expect(
        await turningPoint(100, async (block) => {
          if (block < oldest) throw new RpcFault('error-answer', 'missing trie node');
          return block >= point;
        }),
      ).to.equal(found);
    });
  }

  it('is not looked for any further once the node is silent', async () => {
    let asked = 0;

    const outcome = await turningPoint(100, async () => {
      asked += 1;
      throw new RpcFault('timeout', 'the node did not answer in time');
    }).catch((error: RpcFault) => error.kind);

    expect([outcome, asked]).to.deep.equal(['timeout', 1]);
  });
});
