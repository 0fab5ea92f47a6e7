import { textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const recipient = `0x${'f1ee'.repeat(10)}`;
const takesAll = '0x00';
const refusesAll = '0x60006000fd';
const transfer = { from: base, to: arbitrum, units: 100_000n };
const toCoin = { ...transfer, recipient, toCoin: true };

describe('a recipient that takes coin when it is ordered and refuses it after the pull', () => {
  let harness: Harness;
  before(async () => {
    // Any charge at all ends the day.
    harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(10n ** 20n),
        payerRevertBudget: asUnits(1n),
      },
    });
  });
  after(() => harness.stop());

  it('costs the gas of one pull and one refund, and its payer still sends tokens', async () => {
    const payer = await freshPayer(harness, base, 1_000_000n);
    await recipientIs(takesAll);
    await stopMining(harness.devnet, base);
    const { receipt } = await send(harness, payer, toCoin);
    await recipientIs(refusesAll);
    await resumeMining(harness.devnet, base);
    const id = textField(receipt, 'id');
    const ended = await endOfRoute(harness.client, id);

    await recipientIs(takesAll);
    const again = await refusalOf(send(harness, payer, toCoin));
    const token = await send(harness, payer, transfer);
    const other = await freshPayer(harness, base, 1_000_000n);
    const others = await send(harness, other, { ...toCoin, recipient: other.address });

    expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(await spent()).to.equal(await paidFor(id));
    expect([again.status, again.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
    expect(again.body['error']).to.contain('payouts of coin are paused on eip155:42161 for today');
    for (const one of [token, others])
      expect(await endOfRoute(harness.client, textField(one.receipt, 'id'))).to.include({
        status: 'DONE',
      });
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(900_000n);
  });

  async function recipientIs(code: string): Promise<void> {
    await chainRpc(harness.devnet, arbitrum, 'anvil_setCode', [recipient, code]);
  }

  /** What the chain took for the route's pull, the allowance in front of it, and the refund. */
  async function paidFor(id: string): Promise<bigint> {
    const { reads } = harness.container.get(parts.store);
    const made = await reads.transactions.transactionsOf(id);
    expect(made.map(({ purpose, state }) => [purpose, state])).to.deep.equal([
      ['allowance', 'mined'],
      ['pull', 'mined'],
      ['refund', 'mined'],
    ]);
    return made.reduce((sum, one) => sum + (one.gasCost ?? 0n), 0n);
  }

  function spent(): Promise<bigint> {
    return harness.container
      .get(parts.store)
      .reads.transactions.spent(
        'payout-revert:eip155:42161',
        new Date().toISOString().slice(0, 10),
      );
  }
});
