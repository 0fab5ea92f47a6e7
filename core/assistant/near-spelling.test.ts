import { expect } from 'chai';
import { nearSpelling } from './near-spelling.ts';

describe('a word that is typed wrong', () => {
  const known = ['support', 'refund', 'chain', 'base', 'permit'];

  it('is the known one that is one slip away', () => {
    expect(
      ['suport', 'supporrt', 'suppart', 'supoprt', 'refudn', 'chian'].map((typed) =>
        nearSpelling(typed, known),
      ),
    ).to.deep.equal(['support', 'support', 'support', 'support', 'refund', 'chain']);
  });

  it('is none where it is two slips away, begins otherwise, is short or holds a figure', () => {
    expect(
      ['suprot', 'kermit', 'bsae', 'chain1', 'paris'].map((typed) => nearSpelling(typed, known)),
    ).to.deep.equal([null, null, null, null, null]);
  });
});
