import { asUnits, evmAddress, evmChain, nativeAddress, type Plan } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { expect } from 'chai';
import { acceptedPayoutOf, withMostGas } from './check-payout-budgets.ts';
import { giveBackWei, withGiveBack } from './give-back-cost.ts';

const base = evmChain(8453);
const polygon = evmChain(137);

describe('what giving money back costs', () => {
  it('is twice what pull and allowance take by their simulation, at the price of the next block', () => {
    const allowance = { ...prepared('allowance', 50n), simulated: simulatedAt(40n) };
    const pull = { ...prepared('pull', 100n), nextBlockWei: 700n, simulated: simulatedAt(80n) };

    // 40 x 3, the fee offered, and 80 x 7.
    expect(giveBackWei([allowance, pull, prepared('call', 1_000n)])).to.equal(1_360n);
    expect(giveBackWei([prepared('pull', 100n)])).to.equal(600n);
  });

  it('counts for plans that are made again after the pull only', () => {
    const durable = { keeps: 'durable' } as Plan; // CAST: the field of a plan that is read.

    expect(withGiveBack({ ...durable, keeps: 'perishable' }, 7n).giveBackWei).to.equal(7n);
    expect(withGiveBack(durable, 7n)).to.deep.equal(durable);
  });
});

describe('a payout of coin that is being accepted', () => {
  const payout = { ...prepared('payout', 100n), nextBlockWei: 900n, expects: coin() };
  const rehearsed = (pullGas: bigint) => ({
    pull: [prepared('pull', pullGas)],
    calls: [],
    payout: [payout],
  });
  const lane = { from: base, to: polygon };

  it('counts by its own gas, or by that of pull and refund where that is more, whether its recipient has code or not', () => {
    const coinsPerEther = new Map([[polygon, 10n]]);

    expect(costOf(rehearsed(150n), {})).to.deep.equal({ worstWei: 900n, runsForeignCode: false });
    expect(costOf(rehearsed(151n), {})?.worstWei).to.equal(906n);
    expect(costOf(rehearsed(150n), { coinsPerEther })?.worstWei).to.equal(9_000n);
    expect(costOf({ ...rehearsed(150n), payout: [] }, {})).to.equal(null);
  });

  it('is kept in the plan for those that are accepted after it', () => {
    const steps = [{ kind: 'payout', token: {}, to: 'x', units: 1n }];
    const plan = { steps } as unknown as Plan; // CAST: the fields of a plan that are read.

    expect(withMostGas(plan, { worstWei: 900n, runsForeignCode: false }).steps).to.deep.equal([
      { ...steps[0], mostGasWei: 900n },
    ]);
    expect(withMostGas(plan, null)).to.deep.equal(plan);
  });

  function costOf(
    rehearsal: ReturnType<typeof rehearsed> | { pull: Prepared[]; calls: []; payout: [] },
    policy: { coinsPerEther?: ReadonlyMap<typeof base, bigint> },
  ) {
    // CAST: the one field of the policy that is read.
    const ports = { policy } as Parameters<typeof acceptedPayoutOf>[0];
    return acceptedPayoutOf(ports, rehearsal, lane);
  }
});

function simulatedAt(gas: bigint) {
  return { gas, gasInMulticall: gas, runsForeignCode: false };
}

function coin() {
  const ours = evmAddress(`0x${'1'.repeat(40)}`);
  return { token: nativeAddress, from: ours, to: ours, units: asUnits(1n) };
}

/** At a fee of 3 wei. */
function prepared(purpose: Prepared['purpose'], gasLimit: bigint): Prepared {
  return {
    purpose,
    chain: base,
    role: 'spender',
    account: evmAddress(`0x${'1'.repeat(40)}`),
    expects: null,
    block: 1,
    tx: {
      to: evmAddress(`0x${'2'.repeat(40)}`),
      data: '0x',
      valueWei: 0n,
      gasLimit,
      maxFeePerGas: 3n,
      maxPriorityFeePerGas: 1n,
    },
  };
}
