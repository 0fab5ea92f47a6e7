import type { Plan } from '@interline/kernel';
import { expect } from 'chai';
import { callsCost, giveBackCost, withGiveBack } from './give-back-cost.ts';
import { prepared } from './testing/prepared.ts';

describe('the cost of a refund', () => {
  it('is twice the simulated gas of pull and allowance, at the price of the next block', () => {
    const allowance = { ...prepared('allowance', 50n), simulated: simulatedAt(40n) };
    const pull = { ...prepared('pull', 100n), nextBlockCost: 700n, simulated: simulatedAt(80n) };

    // 40 x 3, the offered fee, and 80 x 7.
    expect(giveBackCost([allowance, pull, prepared('call', 1_000n)])).to.equal(1_360n);
    expect(giveBackCost([prepared('pull', 100n)])).to.equal(600n);
  });

  it('includes the simulated gas of the calls, and the coin that they carry', () => {
    const call = { ...prepared('call', 100n), nextBlockCost: 700n, simulated: simulatedAt(80n) };

    // 80 x 7, and 1,000 of coin; 50 x 3 for the approval before it.
    const carrying = { ...call, tx: { ...call.tx, value: 1_000n } };
    expect(callsCost([prepared('approve', 50n), carrying])).to.equal(1_710n);
    expect(callsCost([])).to.equal(0n);
  });

  it('counts for plans that are made again after the pull, or have calls', () => {
    // CAST: the plan fields that are read.
    const durable = { keeps: 'durable', steps: [{ kind: 'payout' }] } as unknown as Plan;
    const calling = { ...durable, steps: [{ kind: 'call' }] } as unknown as Plan;

    expect(withGiveBack({ ...durable, keeps: 'perishable' }, 7n).giveBackCost).to.equal(7n);
    expect(withGiveBack(calling, 7n).giveBackCost).to.equal(7n);
    expect(withGiveBack(durable, 7n)).to.deep.equal(durable);
  });
});

function simulatedAt(gas: bigint) {
  return { gas, gasInMulticall: gas, runsForeignCode: false };
}
