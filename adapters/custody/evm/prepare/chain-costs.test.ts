import { evmNodes } from '@interline/kernel';
import { chainCosts, costsOf, gasCeilings } from './chain-costs.ts';
import { expect } from 'chai';

const gwei = 10n ** 9n;

describe('what a chain may cost', () => {
  it('has a row for every EVM chain of the mesh, and for no other', () => {
    expect([...chainCosts.keys()].toSorted((a, b) => a - b)).to.deep.equal(
      evmNodes.map(({ chainId }) => chainId).toSorted((a, b) => a - b),
    );
  });

  for (const { chainId, name } of evmNodes) {
    it(`is in proportion on ${name}`, () => {
      const { feeRateCap, leastTipWei, freeTipWei, mostPostingGas, gasFactor, mostGas } = costsOf(
        chainId,
        undefined,
      );

      expect(leastTipWei <= freeTipWei && freeTipWei < feeRateCap, 'tips within the cap').to.equal(
        true,
      );
      expect(
        feeRateCap >= 5n * gwei && feeRateCap <= 5_000n * gwei,
        'a cap above a quiet local chain',
      ).to.equal(true);
      expect(mostPostingGas >= 200_000n && gasFactor >= 1n, 'posting and factor').to.equal(true);
      expect(mostGas >= 2_000_000n, 'room for a call').to.equal(true);
    });
  }

  it("is the table's figure, or the operator's cap", () => {
    expect(costsOf(1, undefined).feeRateCap).to.equal(300_000_000_000n);
    expect(costsOf(1, 7n)).to.deep.equal({ ...costsOf(1, undefined), feeRateCap: 7n });
  });

  it('is bounded on an unlisted chain', () => {
    expect(costsOf(31337, undefined)).to.deep.equal({
      feeRateCap: 500n * gwei,
      leastTipWei: 0n,
      freeTipWei: gwei,
      mostPostingGas: 200_000n,
      gasFactor: 1n,
      mostGas: 16_777_216n,
    });
  });

  it('lets everything back that it lets in', () => {
    expect(gasCeilings.refund >= gasCeilings.pull).to.equal(true);
  });
});
