import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { holdMsOf } from './policy.ts';

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
