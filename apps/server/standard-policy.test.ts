import { bps, evmNodes, productionFinality } from '@interline/kernel';
import { coinsPerEther, standardPolicy } from './standard-policy.ts';
import { expect } from 'chai';

describe('the standard policy', () => {
  it('knows about how many of each coin of the mesh an ether is worth', () => {
    expect(Object.keys(coinsPerEther).toSorted()).to.deep.equal(
      [...new Set(evmNodes.map(({ nativeSymbol }) => nativeSymbol))].toSorted(),
    );
  });

  it('has budgets against reverts that are worth about the same on every chain', () => {
    const policy = standardPolicy(productionFinality, {
      revertWei: 5n,
      clientRevertWei: 2n,
      payerRevertWei: 3n,
      engineRevertWei: 4n,
      parBandBps: bps(100),
      maxOpenPullsUsd: 1,
      deficitPayoutLimitUsd: 10,
      holdSec: {},
    });

    const { revertBudget, clientRevertBudget, payerRevertBudget } = policy;
    expect([revertBudget, clientRevertBudget, payerRevertBudget]).to.deep.equal([5n, 2n, 3n]);
    expect(
      evmNodes.map(({ chain, nativeSymbol }) => [nativeSymbol, policy.coinsPerEther?.get(chain)]),
    ).to.deep.equal(
      evmNodes.map(({ nativeSymbol }) => [nativeSymbol, coinsPerEther[nativeSymbol]]),
    );
  });
});
