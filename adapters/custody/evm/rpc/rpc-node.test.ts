import { expect } from 'chai';
import { packBatches } from './rpc-node.ts';

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
