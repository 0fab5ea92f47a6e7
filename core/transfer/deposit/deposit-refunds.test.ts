import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import type { DepositRefund } from './deposit.ts';
import { awaitedRefunds, tooSmall } from './deposit-refunds.ts';

describe('the awaited refunds of a deposit', () => {
  it('exclude a refund worth less than its cost, beside a larger rest', () => {
    const dust = [held('a', 330n, tooSmall.rest), held('b', 200n, tooSmall.cost)];
    const sent = { ...held('c', 531n, null), state: 'sent' as const };

    expect(idsOf({ refunds: [...dust, sent] })).to.deep.equal(['c']);
    expect(idsOf({ state: 'credited', credited: asUnits(531n), refunds: dust })).to.deep.equal([]);
  });

  it('are all of them if that one is not less than the rest, or waits for another reason', () => {
    const dust = held('a', 330n, tooSmall.cost);
    const other = held('b', 330n, 'the chain does not take the refund now');

    expect(idsOf({ refunds: [dust] })).to.deep.equal(['a']);
    expect(idsOf({ refunds: [dust, other] })).to.deep.equal(['a', 'b']);
    expect(idsOf({ refunds: [{ ...dust, units: asUnits(329n) }, other] })).to.deep.equal(['b']);
    // The amount that a refused deposit was to deliver is part of its refunds.
    expect(idsOf({ state: 'refused', credited: asUnits(9_000n), refunds: [dust] })).to.deep.equal([
      'a',
    ]);
  });
});

function idsOf(given: Partial<Parameters<typeof awaitedRefunds>[0]>): readonly string[] {
  return awaitedRefunds({ state: 'refused', credited: null, refunds: [], ...given }).map(
    ({ id }) => id,
  );
}

function held(id: string, units: bigint, reason: string | null): DepositRefund {
  return { id, units: asUnits(units), isRest: false, state: 'held', fee: null, tx: null, reason };
}
