import { expect } from 'chai';
import type { HeadReading } from '@interline/ports';
import { StandingBlocks } from './standing-blocks.ts';

/** Hashes name their fork: `105` on the first, `105b` on the second. */
class Node {
  readonly asked: (readonly number[])[] = [];
  head = 110;
  forkedAt = Infinity;

  readonly ask = async (heights: readonly number[]): Promise<HeadReading> => {
    this.asked.push(heights);
    const known = [...heights.filter((height) => height <= this.head), this.head];
    return {
      block: this.head,
      blockHash: this.hashAt(this.head),
      hashes: new Map(known.map((height) => [height, this.hashAt(height)])),
    };
  };

  hashAt(height: number): string {
    return height >= this.forkedAt ? `${height}b` : String(height);
  }
}

const blocks = [
  { block: 100, blockHash: '100' },
  { block: 105, blockHash: '105' },
];

describe('standing blocks', () => {
  let node: Node;
  let standing: StandingBlocks;
  beforeEach(() => {
    node = new Node();
    standing = new StandingBlocks();
  });

  it('are requested once each, then two heads vouch for any number of them', async () => {
    const first = await standing.look(blocks, node.ask);
    node.head = 111;
    const second = await standing.look(blocks, node.ask);

    expect([first, second]).to.deep.equal([
      { head: 110, unsure: [] },
      { head: 111, unsure: [] },
    ]);
    expect(node.asked).to.deep.equal([
      [100, 105],
      [110, 105],
    ]);
  });

  it('need no new request at an unchanged head, after any number of heads', async () => {
    for (node.head = 110; node.head < 150; node.head += 1) {
      await standing.look(blocks, node.ask);
      const last = await node.ask(node.asked.at(-1) ?? []);
      node.asked.length = 0;
      await standing.look(blocks, node.ask);
      expect(node.asked.flat().filter((height) => !last.hashes.has(height))).to.deep.equal([]);
    }
  });

  it('are all requested again after a reorg, and those that it removed are unsure', async () => {
    await standing.look(blocks, node.ask);
    node.forkedAt = 103;

    const seen = await standing.look(blocks, node.ask);

    expect(seen).to.deep.equal({ head: 110, unsure: [{ block: 105, blockHash: '105' }] });
    expect(node.asked.at(-1)).to.deep.equal([100, 105]);
  });

  it('are unsure after a reorg to fewer blocks, those above the head too', async () => {
    await standing.look(blocks, node.ask);
    [node.forkedAt, node.head] = [99, 104];

    const seen = await standing.look(blocks, node.ask);

    expect(seen).to.deep.equal({ head: 104, unsure: blocks });
  });

  it('stay what they are below an old head that a lagging node still shows', async () => {
    for (node.head = 106; node.head <= 110; node.head += 1) await standing.look(blocks, node.ask);
    node.head = 107;
    const newer = { block: 109, blockHash: '109' };
    const seen = await standing.look([...blocks, newer], node.ask);

    expect(seen).to.deep.equal({ head: 107, unsure: [newer] });
  });

  it('are found gone if one request was answered from both sides of a reorg', async () => {
    const torn = async (heights: readonly number[]): Promise<HeadReading> => {
      const before = await node.ask(heights);
      node.forkedAt = 104;
      return { ...before, blockHash: '110b', hashes: new Map([...before.hashes, [110, '110b']]) };
    };
    const first = await standing.look(blocks, torn);
    const second = await standing.look(blocks, node.ask);

    expect(first?.unsure).to.deep.equal([]);
    expect(second?.unsure).to.deep.equal([{ block: 105, blockHash: '105' }]);
  });

  it("are unsure if a transaction's block is unknown", async () => {
    const unknown = { block: null, blockHash: null };

    expect(await standing.look([unknown], node.ask)).to.deep.equal({
      head: 110,
      unsure: [unknown],
    });
  });

  it('are unknown if the chain cannot read blocks alone', async () => {
    expect(await standing.look(blocks, async () => null)).to.equal(null);
  });
});
