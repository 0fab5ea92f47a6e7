import { answer, evmChain, evmNodes, refuse } from '@interline/kernel';
import { costsOf, gasCeilings, type OwnPurpose } from './chain-costs.ts';
import {
  executionGas,
  gasCeilingOf,
  gasLimitOf,
  knownGasLimit,
  leastLimitOf,
  needOfEstimate,
  needOfMeasured,
  postingGasOf,
  postingGasOfNodes,
} from './gas-limit.ts';
import { expect } from 'chai';

const on = (chainId: number) => ({ ref: evmChain(chainId), costs: costsOf(chainId, undefined) });
const need = (needed: bigint, wanted = needed, posting = 0n) => ({ needed, wanted, posting });
// CAST: the keys of a record of purposes.
const purposes = Object.keys(gasCeilings) as OwnPurpose[];

describe('a gas limit', () => {
  it('has room above what was measured, up to the ceiling', () => {
    expect(gasLimitOf(on(8453), 'pull', needOfMeasured('0x', 60_000n, 0n))).to.deep.equal(
      answer(129_000n),
    );
    expect(gasLimitOf(on(8453), 'pull', needOfMeasured('0x', 400_000n, 0n))).to.deep.equal(
      answer(500_000n),
    );
    expect(gasLimitOf(on(8453), 'payout', needOfEstimate(65_000n, 0n))).to.deep.equal(
      answer(114_500n),
    );
    expect(gasLimitOf(on(8453), 'payout', needOfEstimate(300_000n, 0n))).to.deep.equal(
      answer(300_000n),
    );
  });

  it('is twice what was measured where code of a payer or recipient runs, never less than for others', () => {
    const limitFor = (gasUsed: bigint) =>
      gasLimitOf(on(1), 'pull', needOfMeasured('0x', gasUsed, 0n, true));

    expect(limitFor(60_000n)).to.deep.equal(answer(141_000n));
    expect(limitFor(239_500n)).to.deep.equal(answer(500_000n));
    expect(limitFor(239_501n)).to.deep.equal(answer(500_000n));
    expect(limitFor(42_857n)).to.deep.equal(answer(106_714n));
    expect(limitFor(20_000n)).to.deep.equal(answer(77_000n));
    expect(gasLimitOf(on(1), 'payout', needOfEstimate(70_000n, 0n, true))).to.deep.equal(
      answer(140_000n),
    );
    expect(gasLimitOf(on(1), 'payout', needOfEstimate(21_037n, 0n, true))).to.deep.equal(
      answer(57_348n),
    );
  });

  it('leaves code what the bytes and their posting do not take', () => {
    expect(executionGas(100_000n, '0x')).to.equal(79_000n);
    expect(executionGas(100_000n, '0x00ff00')).to.equal(78_976n);
    expect(executionGas(100_000n, '0x00ff00', 70_000n)).to.equal(8_976n);
    expect(executionGas(21_000n, '0x00')).to.equal(1n);
  });

  it('is never too low for an ordinary payment or pull, in the gas of its chain and with its posting', () => {
    const leastOn = (chainId: number, posting = 0n) =>
      (['pull', 'allowance', 'payout', 'refund', 'coinPayment', 'call'] as const).map((of) =>
        leastLimitOf(costsOf(chainId, undefined), of, posting),
      );

    expect(leastOn(8453)).to.deep.equal([120_000n, 100_000n, 100_000n, 100_000n, 57_300n, 0n]);
    expect(leastOn(42161, 700_000n)).to.deep.equal([
      1_520_000n,
      1_500_000n,
      1_500_000n,
      1_500_000n,
      1_457_300n,
      0n,
    ]);
    // No fixed figure is a floor there: the chain multiplies the EVM's gas.
    expect(leastOn(5000)).to.deep.equal([0n, 0n, 0n, 0n, 0n, 0n]);
  });

  it('has room for as much posting as the chain ever asks, and no order is too dear for what one node shows beyond it', () => {
    const costs = costsOf(8453, undefined);
    const posting = postingGasOf(`0x${'ff'.repeat(513)}`, 30_000_000n, costs);
    const limitOf = (gas: bigint) =>
      gasLimitOf(on(8453), 'pull', needOfMeasured('0x', gas, posting));

    expect(posting).to.equal(200_000n);
    expect(limitOf(60_000n)).to.deep.equal(answer(529_000n));
    expect(limitOf(479_000n)).to.deep.equal(answer(700_000n));
    expect(limitOf(479_001n).ok).to.equal(false);
    expect(postingGasOf('0x', 199_999n, costs)).to.equal(199_999n);
  });

  it('has the posting that the node in the middle shows, of two the higher', () => {
    expect(
      [[7n], [0n, 70_000n], [70_000n, 0n], [0n, 10n ** 12n, 70_000n]].map(postingGasOfNodes),
    ).to.deep.equal([7n, 70_000n, 70_000n, 70_000n]);
  });

  it('is refused to what needs more than the ceiling, by one gas', () => {
    expect(gasLimitOf(on(8453), 'pull', need(500_000n))).to.deep.equal(answer(500_000n));
    expect(gasLimitOf(on(8453), 'pull', need(500_001n))).to.deep.equal(
      refuse(
        'GAS_CEILING',
        'the pull would take 500001 gas, and 500000 is the most for one on eip155:8453; look at the code of the payer and of the token',
      ),
    );
    expect(gasLimitOf(on(8453), 'payout', need(300_001n))).to.deep.equal(
      refuse(
        'GAS_CEILING',
        'the payout would take 300001 gas, and 300000 is the most for one on eip155:8453; look at the code of the recipient and of the token',
      ),
    );
  });

  for (const { chainId, name } of evmNodes) {
    it(`never passes the ceiling of any purpose on ${name}`, () => {
      for (const purpose of purposes) {
        for (const posting of [0n, 70_000n, 10n ** 12n]) {
          const { ref, costs } = on(chainId);
          const ceiling = gasCeilingOf(costs, purpose, posting);

          expect(
            gasLimitOf({ ref, costs }, purpose, need(ceiling, 2n * ceiling, posting)),
            purpose,
          ).to.deep.equal(answer(ceiling));
          expect(
            gasLimitOf({ ref, costs }, purpose, need(ceiling + 1n, 2n * ceiling, posting)).ok,
            purpose,
          ).to.equal(false);
          expect(
            ceiling <= gasCeilings[purpose] * costs.gasFactor + costs.mostPostingGas,
            purpose,
          ).to.equal(true);
          expect(knownGasLimit(costs, purpose, 10n ** 15n, posting), purpose).to.equal(ceiling);
        }
      }
    });
  }

  it("has room for posting to double where the chain counts it as gas, up to the chain's bound", () => {
    expect(gasCeilingOf(costsOf(42161, undefined), 'pull', 700_000n)).to.equal(1_900_000n);
    expect(gasCeilingOf(costsOf(42161, undefined), 'pull', 10n ** 12n)).to.equal(20_500_000n);
    expect(gasCeilingOf(costsOf(8453, undefined), 'pull', 10n ** 12n)).to.equal(700_000n);
  });

  it("is counted in Mantle's own gas there, and fits a small block of HyperEVM", () => {
    expect(gasCeilingOf(costsOf(5000, undefined), 'payout', 0n)).to.equal(3_000_000_000n);
    expect(gasCeilingOf(costsOf(999, undefined), 'call', 0n)).to.equal(2_000_000n);
  });
});
