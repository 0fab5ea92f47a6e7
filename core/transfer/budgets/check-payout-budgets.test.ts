import { asUnits, evmAddress, evmChain, nativeAddress, type Plan } from '@interline/kernel';
import { expect } from 'chai';
import {
  acceptedPayoutOf,
  assertRoomForPayout,
  checkPayoutBudgets,
  withMostGas,
} from './check-payout-budgets.ts';
import { Crowded } from './left-today.ts';
import { prepared } from './testing/prepared.ts';

const base = evmChain(8453);
const polygon = evmChain(137);

describe('a payout of coin that is being accepted', () => {
  const payout = {
    ...prepared('payout', 100n),
    nextBlockCost: 900n,
    expects: coin(),
    simulated: { gas: 80n, gasInMulticall: 60n, runsForeignCode: false },
  };
  const rehearsed = (pullGas: bigint) => ({
    pull: [prepared('pull', pullGas)],
    calls: [],
    payout: [payout],
  });
  const lane = { from: base, to: polygon };

  it('counts its own gas and that of pull and refund, with or without code at the recipient: a revert costs both', () => {
    const etherWorth = new Map([[polygon, 10n * 10n ** 18n]]);
    const costs = { payoutCost: 900n, runsForeignCode: false };

    expect(costOf(rehearsed(150n), {})).to.deep.equal({
      ...costs,
      giveBackCost: 900n,
      worstCost: 1_800n,
    });
    expect(costOf(rehearsed(1n), { etherWorth })).to.deep.equal({
      ...costs,
      giveBackCost: 60n,
      worstCost: 960n,
    });
    expect(costOf({ ...rehearsed(150n), payout: [] }, {})).to.equal(null);
  });

  it('does not count on a chain where no recipient can have code', () => {
    const { simulated: _, ...plain } = payout;

    expect(costOf({ ...rehearsed(150n), payout: [plain] }, {})).to.equal(null);
  });

  it('is kept in the plan for later acceptances, each cost separately', () => {
    const steps = [{ kind: 'payout', token: {}, to: 'x', units: 1n }];
    const plan = { steps } as unknown as Plan; // CAST: the plan fields that are read.
    const costs = { payoutCost: 900n, giveBackCost: 60n, worstCost: 960n, runsForeignCode: false };

    expect(withMostGas(plan, costs).steps).to.deep.equal([
      { ...steps[0], mostGasCost: 900n, giveBackCost: 60n },
    ]);
    expect(withMostGas(plan, null)).to.deep.equal(plan);
  });

  function costOf(
    rehearsal: Parameters<typeof acceptedPayoutOf>[1],
    policy: { etherWorth?: ReadonlyMap<typeof base, bigint> },
  ) {
    // CAST: the policy field that is read.
    const ports = { policy } as Parameters<typeof acceptedPayoutOf>[0];
    return acceptedPayoutOf(ports, rehearsal, lane);
  }
});

describe('the budgets of payouts of coin', () => {
  const next = { worstCost: 10n, runsForeignCode: false };
  const payout = { chain: polygon, client: 'c_1', payer: 'p' };

  it('count committed and future payouts when one more is accepted', async () => {
    const check = (toCome: bigint) =>
      checkPayoutBudgets(ports, reads(20n, toCome), payout, next).catch((error: unknown) => error);

    expect(await check(20n)).to.equal(undefined);
    expect(await check(21n)).to.be.instanceOf(Crowded);
  });

  it('count only committed payouts when one is made: two that count each other would wait forever', async () => {
    const check = (committed: bigint) =>
      assertRoomForPayout(ports, reads(committed, 50n), payout, next).catch(
        (error: unknown) => error,
      );

    expect(await check(40n)).to.equal(undefined);
    expect(await check(41n)).to.be.instanceOf(Crowded);
  });

  // CAST: only the clock and the budgets are read.
  const ports = {
    clock: { now: () => 1_780_000_000_000 },
    policy: {
      revertBudget: asUnits(1_000n),
      clientRevertBudget: asUnits(100n),
      payerRevertBudget: asUnits(50n),
    },
  } as unknown as Parameters<typeof checkPayoutBudgets>[0];

  function reads(committed: bigint, toCome: bigint) {
    const open = (wei: bigint) => ({ inAll: wei, ofClient: wei, ofPayer: wei });
    return {
      transactions: {
        spentOfEach: async () => [],
        openPayouts: async () => open(committed),
        payoutsToCome: async () => open(toCome),
      },
    };
  }
});

function coin() {
  const ours = evmAddress(`0x${'1'.repeat(40)}`);
  return { token: nativeAddress, from: ours, to: ours, units: asUnits(1n) };
}
