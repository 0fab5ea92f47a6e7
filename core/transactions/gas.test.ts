import { asUnits, type BudgetCharge, evmChain, laneClient } from '@interline/kernel';
import { expect } from 'chai';
import { chargeRevert } from './gas.ts';
import type { TransactionUnit } from './repository.ts';

describe('the gas of a revert', () => {
  it('is charged to its chain, client and payer, and for a pass of the private lane to the lane too', async () => {
    const charged: string[] = [];
    // CAST: the called methods.
    const tx = {
      transactions: {
        charge: async (charges: readonly BudgetCharge[]) =>
          charged.push(...charges.map(({ budget }) => budget)),
      },
    } as unknown as TransactionUnit;
    // CAST: the called methods.
    const ports = { clock: { now: () => 0 } } as Parameters<typeof chargeRevert>[0];
    const lost = { chain: evmChain(8453), payer: '0xaa', gasCost: asUnits(1n) };
    await chargeRevert(ports, tx, { ...lost, client: 'c_1' });
    await chargeRevert(ports, tx, {
      ...lost,
      client: laneClient('a pass'),
      kind: 'payout-revert',
    });

    expect(charged).to.deep.equal([
      'revert:eip155:8453',
      'revert:eip155:8453:c_1',
      'revert:eip155:8453:payer:0xaa',
      'payout-revert:eip155:8453',
      'payout-revert:eip155:8453:lane_a pass',
      'payout-revert:eip155:8453:payer:0xaa',
      'payout-revert:eip155:8453:lane',
    ]);
  });
});
