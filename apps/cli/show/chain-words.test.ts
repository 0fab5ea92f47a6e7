import { expect } from 'chai';
import { chainWords } from './chain-words.ts';

describe('a chain on the command line', () => {
  it('is shown with its name and what a command takes for it, or with the latter alone', () => {
    expect([
      chainWords(8453, 'Base'),
      chainWords('10', 'OP Mainnet'),
      chainWords('stellar', 'Stellar'),
      chainWords(8453, undefined),
    ]).to.deep.equal(['Base (8453)', 'OP Mainnet (10)', 'stellar', '8453']);
  });
});
