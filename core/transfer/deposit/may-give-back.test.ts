import { asUnits, evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import type { UnmatchedTransaction } from '../../transactions/index.ts';
import type { Route } from '../route.ts';
import type { Deposit } from './deposit.ts';
import { mayGiveBack } from './may-give-back.ts';

const float = evmAddress('0x00000000000000000000000000000000000000f1');
const named = evmAddress('0x00000000000000000000000000000000000000d1');
const elsewhere = evmAddress('0x00000000000000000000000000000000000000ee');

describe('a payment that the store does not know', () => {
  it('may have refunded a deposit whose coin it spent, for any amount and recipient', () => {
    expect([
      may({ spent: ['spine:0', 'paid:3'] }),
      may({ spent: ['spine:0', 'paid:3'], units: 7_000_000n }),
    ]).to.deep.equal([true, true]);
  });

  it('has not if it spent other coins, even another output of the same transaction', () => {
    expect(may({ spent: ['spine:0', 'paid:2'] })).to.equal(false);
  });

  it("may have if it paid the deposit's refund address", () => {
    expect(may({ spent: ['spine:0'], to: named })).to.equal(true);
  });

  it("may have if its coins are unknown and it paid the deposit's token", () => {
    expect([may({ spent: null }), may({ spent: null, token: 'another' })]).to.deep.equal([
      true,
      false,
    ]);
  });
});

function may({
  spent,
  to = elsewhere,
  units = 99_000n,
  token = 'native',
}: Pick<UnmatchedTransaction, 'spent'> & {
  readonly to?: UnmatchedTransaction['account'];
  readonly units?: bigint;
  readonly token?: string;
}): boolean {
  const paid = { token, from: float, to, units: asUnits(units) };
  return mayGiveBack(
    { account: float, moved: [paid], spent },
    // CAST: the fields of route and deposit that the check reads.
    { refundTo: null, order: { from: { address: 'native' } } } as Route,
    { refundAddress: named, outputs: [{ tx: 'paid', output: 3 }] } as unknown as Deposit,
  );
}
