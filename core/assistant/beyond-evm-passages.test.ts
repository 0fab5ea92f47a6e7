import { expect } from 'chai';
import { beyondEvmPassages } from './beyond-evm-passages.ts';
import { sampleTerms } from './testing/sample-terms.ts';

const closed = (node: string, side: 'source' | 'destination') => ({
  node,
  side,
  isQuoted: false,
  reason: 'no rail of this deployment serves it',
});
const idsWhere = (...quoteOnly: readonly ReturnType<typeof closed>[]): readonly string[] =>
  beyondEvmPassages({ ...sampleTerms, quoteOnly }).map(({ id }) => id);
const idsWithoutDeposits = (...quoteOnly: readonly ReturnType<typeof closed>[]) =>
  beyondEvmPassages({ ...sampleTerms, deposits: null, quoteOnly }).map(({ id }) => id);

describe('what the concierge knows of the lanes beyond the EVM', () => {
  it('is how to pay out, how to deposit, and what it means to wait for funds', () => {
    expect(idsWhere(closed('stellar', 'source'))).to.deep.equal([
      'how to send to bitcoin',
      'deposits from bitcoin',
      'miner fee of a deposit',
      'a deposit of too much, too little, twice or late',
      'how to send to stellar',
      'FUNDS_REQUIRED',
    ]);
  });

  it('is only what this deployment settles', () => {
    const noBitcoin = [closed('bitcoin', 'source'), closed('bitcoin', 'destination')];

    expect(
      idsWithoutDeposits(closed('bitcoin', 'source'), closed('stellar', 'destination')),
    ).to.deep.equal(['how to send to bitcoin', 'FUNDS_REQUIRED']);
    expect(idsWithoutDeposits(...noBitcoin, closed('stellar', 'destination'))).to.deep.equal([]);
  });

  it('is what happens to a deposit that is not the agreed one', () => {
    const passage = beyondEvmPassages({ ...sampleTerms, quoteOnly: [] }).find(
      ({ id }) => id === 'a deposit of too much, too little, twice or late',
    );

    expect(passage?.text).to.match(
      /^More is delivered .* 10 unpaid deposits .* less the miner fee/,
    );
  });
});
