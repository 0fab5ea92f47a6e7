import { textField } from '@interline/cli';
import type { Transaction } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const units = 2_000_000n;

describe('a payer whose refunds pass every simulation and revert in every block', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [base, arbitrum], policy: { maxAttempts: 2 } });
  });
  after(() => harness.stop());

  it('costs two reverts, counts against the budget of its pulls, and then waits for the operator', async () => {
    const payer = await freshPayer(harness, base, units);
    const id = await acceptedThenUndeliverable(payer);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await until(`refund ${attempt}`, async () => (await refundsOf(id)).at(attempt - 1));
      await setBlacklisted(harness.devnet, base, payer.address, true);
      await mine(harness.devnet, base);
      await until(`revert ${attempt}`, async () =>
        (await refundsOf(id)).some((one, at) => at === attempt - 1 && one.state === 'reverted'),
      );
      await setBlacklisted(harness.devnet, base, payer.address, false);
    }

    const owed = await until('a refund that waits for the operator', async () => {
      const all = await harness.container.get(parts.store).reads.books.liabilities();
      return all.find((one) => one.routeId === id && one.reason.includes('an operator'));
    });
    const [refunds, lost] = [await refundsOf(id), await spentBy(payer.address)];
    await resumeMining(harness.devnet, base);
    const released = await harness.client.post(
      '/operator/refund',
      { id },
      { authorization: `Bearer ${harness.operatorToken}` },
    );

    expect(owed.reason).to.equal('the refund reverted 2 times; an operator must release it');
    expect(refunds.map(({ state }) => state)).to.deep.equal(['reverted', 'reverted']);
    expect(lost).to.equal(refunds.reduce((sum, { gasCost }) => sum + BigInt(gasCost ?? 0n), 0n));
    expect(lost > 0n).to.equal(true);
    expect(released).to.include({ action: 'refund', target: `route ${id}`, dryRun: false });
    expect(await endOfRoute(harness.client, id)).to.include({
      status: 'FAILED',
      stage: 'REFUNDED',
    });
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
  });

  /** Its pull is mined, its payout is not possible any more; blocks on the source wait. */
  async function acceptedThenUndeliverable(payer: Payer): Promise<string> {
    await stopMining(harness.devnet, base);
    const { receipt } = await send(harness, payer, { from: base, to: arbitrum, units });
    await setBlacklisted(harness.devnet, arbitrum, payer.address, true);
    await mine(harness.devnet, base);
    return textField(receipt, 'id');
  }

  async function refundsOf(id: string): Promise<readonly Transaction[]> {
    const { reads } = harness.container.get(parts.store);
    return (await reads.transactions.transactionsOf(id)).filter(
      ({ purpose }) => purpose === 'refund',
    );
  }

  function spentBy(payer: string): Promise<bigint> {
    const budget = `revert:eip155:8453:payer:${payer.toLowerCase()}`;
    const today = new Date().toISOString().slice(0, 10);
    return harness.container.get(parts.store).reads.transactions.spent(budget, today);
  }
});
