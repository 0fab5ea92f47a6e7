import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { parseTilePath } from './tile-path.ts';

describe('the path of a tile', () => {
  it('names its place in groups of three digits, and a width below 256 if it is not full', () => {
    expect(
      ['000', '007.p/5', '999', 'x001/234', 'x001/234.p/255'].map((path) =>
        parseTilePath(path.split('/')),
      ),
    ).to.deep.equal([
      { place: 0, width: 256 },
      { place: 7, width: 5 },
      { place: 999, width: 256 },
      { place: 1_234, width: 256 },
      { place: 1_234, width: 255 },
    ]);
  });

  it('has one spelling', () => {
    for (const path of ['0', '00', '001/234', 'x000/001', 'x001', '000.p/0', '000.p/256', '000/5'])
      expect(() => parseTilePath(path.split('/')), path)
        .to.throw(RelayError)
        .with.property('code', 'NOT_FOUND');
  });
});
