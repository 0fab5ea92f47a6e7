import { expect } from 'chai';
import { chainRef, evmChain } from './chain.ts';
import { type Lane, type LanePattern, matchLane } from './lane.ts';

const ethereum = evmChain(1);
const base = evmChain(8453);
const stellar = chainRef('stellar:pubnet');

function firm(from: string, to: string): LanePattern {
  return { from, to, settles: 'firm' };
}

describe('a lane pattern', () => {
  const rows: readonly (readonly [string, string, Lane, boolean])[] = [
    ['eip155:1', 'eip155:8453', { from: ethereum, to: base }, true],
    ['eip155:1', 'eip155:8453', { from: base, to: ethereum }, false],
    ['eip155:1', 'eip155:8453', { from: ethereum, to: stellar }, false],
    ['eip155:1', '*', { from: evmChain(10), to: base }, false],
    ['eip155:*', 'eip155:*', { from: ethereum, to: base }, true],
    ['eip155:*', 'eip155:*', { from: ethereum, to: stellar }, false],
    ['eip155:*', 'stellar:*', { from: base, to: stellar }, true],
    ['stellar:*', 'eip155:*', { from: base, to: stellar }, false],
    ['*', 'stellar:pubnet', { from: base, to: stellar }, true],
    ['*', '*', { from: stellar, to: chainRef('fuel:mainnet') }, true],
  ];

  for (const [from, to, lane, covers] of rows) {
    it(`from ${from} to ${to} ${covers ? 'covers' : 'leaves out'} ${lane.from} to ${lane.to}`, () => {
      expect(matchLane([firm(from, to)], lane)).to.deep.equal(
        covers ? { from, to, settles: 'firm' } : null,
      );
    });
  }

  it('decides when it is the first that covers the lane', () => {
    const priced: LanePattern = {
      from: 'eip155:*',
      to: 'stellar:*',
      settles: 'indicative',
      reason: 'prices only',
    };

    expect(
      matchLane([firm('stellar:*', '*'), priced, firm('*', '*')], { from: base, to: stellar }),
    ).to.equal(priced);
    expect(matchLane([firm('*', '*'), priced], { from: base, to: stellar })).to.deep.equal(
      firm('*', '*'),
    );
  });

  it('never covers a lane that ends where it starts', () => {
    expect(
      matchLane([firm('*', '*'), firm('eip155:8453', 'eip155:8453')], { from: base, to: base }),
    ).to.equal(null);
  });

  it('covers nothing when there is none', () => {
    expect(matchLane([], { from: base, to: ethereum })).to.equal(null);
  });
});
