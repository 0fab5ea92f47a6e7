import { expect } from 'chai';
import { freeWords, membershipCommand } from './membership.ts';

describe('what members have for nothing', () => {
  it('is said with its rail, its bounds and where it goes', () => {
    const tier = {
      rail: 'floatlane',
      leastUsd: '0.1',
      mostUsd: '25',
      destinations: [10, 42161],
      subsidy: { perTransferUsd: '0.02', perDayUsd: '5' },
    };

    expect(freeWords(tier, (chain) => (chain === 10 ? 'OP Mainnet (10)' : String(chain)))).to.equal(
      'Transfers by floatlane of 0.1 to 25 dollars are free to OP Mainnet (10), 42161.',
    );
  });
});

describe('the signing of a link by a vault', () => {
  it('names no service, because it asks none', () => {
    const sign = membershipCommand().commands.find((one) => one.name() === 'sign');

    expect(sign?.options.map(({ long }) => long)).to.deep.equal([
      '--key-env',
      '--key-file',
      '--chain',
      '--days',
    ]);
  });
});
