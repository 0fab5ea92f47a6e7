import { expect } from 'chai';
import { chainRef, evmChain, RelayError } from '@interline/kernel';
import { assertTakesDeposits } from './lane-checks.ts';

const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');

describe("a deployment without a wallet on the deposit's chain", () => {
  const withWalletsOn = (...chains: readonly (typeof bitcoin)[]) => ({
    deposits: { chains },
  });

  it('answers that there is no route, like its quote, and not that the direction is unsupported', () => {
    expect(() => assertTakesDeposits(withWalletsOn(evmChain(1)), bitcoin))
      .to.throw(
        RelayError,
        'this deployment has no account on bitcoin, so it takes no deposits there; a quote of the lane says why',
      )
      .with.property('code', 'NO_ROUTE');
    expect(() => assertTakesDeposits(withWalletsOn(bitcoin), bitcoin)).not.to.throw();
  });
});
