import { inCoinOn } from '@interline/core/switches';
import { bps, chainRef, evmNodes, productionFinality } from '@interline/kernel';
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
      evmNodes.map(({ chain, nativeSymbol }) => [nativeSymbol, policy.etherWorth?.get(chain)]),
    ).to.deep.equal(
      evmNodes.map(({ nativeSymbol }) => [
        nativeSymbol,
        (coinsPerEther[nativeSymbol] ?? 0n) * 10n ** 18n,
      ]),
    );
  });

  it('has budgets in satoshis if an ether is worth 0.03 bitcoin: 0.05 ether is 150,000', () => {
    const bitcoin = chainRef('bitcoin:mainnet');
    const { etherWorth } = standardPolicy(productionFinality, {
      revertWei: 5n,
      clientRevertWei: 2n,
      payerRevertWei: 3n,
      engineRevertWei: 4n,
      parBandBps: bps(100),
      maxOpenPullsUsd: 1,
      deficitPayoutLimitUsd: 10,
      holdSec: {},
      etherWorth: [[bitcoin, 3_000_000n]],
    });

    if (etherWorth === undefined) throw new Error('the policy knows no coin');
    expect(inCoinOn({ etherWorth }, 50_000_000_000_000_000n, bitcoin)).to.equal(150_000n);
    expect(inCoinOn({}, 50_000_000_000_000_000n, bitcoin)).to.equal(50_000_000_000_000_000n);
  });
});
