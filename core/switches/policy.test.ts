import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { bumpWaitsOf, dayOf, holdMsOf } from './policy.ts';

describe("a budget's day", () => {
  it('ends at midnight UTC', () => {
    expect(dayOf(Date.UTC(2027, 0, 14, 23, 59, 59, 999))).to.equal('2027-01-14');
    expect(dayOf(Date.UTC(2027, 0, 15, 0, 0, 0, 0))).to.equal('2027-01-15');
  });
});

describe('for how long a reading must hold', () => {
  const hold = { holdSec: { 'eip155:1': 60, '*': 1 } };

  it("is the chain's own figure, else that of all chains, else thirty seconds", () => {
    expect([
      holdMsOf(hold, evmChain(1)),
      holdMsOf(hold, evmChain(10)),
      holdMsOf({ holdSec: {} }, evmChain(10)),
      holdMsOf({ holdSec: { '*': 0 } }, evmChain(10)),
    ]).to.deep.equal([60_000, 1_000, 30_000, 0]);
  });
});

describe('how long a transaction waits for a dearer replacement', () => {
  it("is the chain's own figure, else that of all chains, each for itself", () => {
    const policy = {
      bumpAfterMs: 15_000,
      slowBumpAfterMs: 600_000,
      byChain: { 'eip155:1': { bumpAfterMs: 24_000 }, 'eip155:10': { slowBumpAfterMs: 60_000 } },
    };

    expect([1, 10, 137].map((chainId) => bumpWaitsOf(policy, evmChain(chainId)))).to.deep.equal([
      { bumpAfterMs: 24_000, slowBumpAfterMs: 600_000 },
      { bumpAfterMs: 15_000, slowBumpAfterMs: 60_000 },
      { bumpAfterMs: 15_000, slowBumpAfterMs: 600_000 },
    ]);
  });
});
