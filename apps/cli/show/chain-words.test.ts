import { expect } from 'chai';
import { chainWords } from './chain-words.ts';

describe('a chain on the command line', () => {
  it('has its name and what a command takes for it, or that alone', () => {
    expect([
      chainWords(8453, 'Base'),
      chainWords('10', 'OP Mainnet'),
      chainWords('stellar', 'Stellar'),
      chainWords(8453, undefined),
    ]).to.deep.equal(['Base (8453)', 'OP Mainnet (10)', 'stellar', '8453']);
  });
});
