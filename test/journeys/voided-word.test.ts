import { ServiceError, textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { recordField } from '../support/record-field.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { cancelPermits } from '../support/payer-transaction.ts';
import { freshPayer, send, sign } from '../support/payer.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 100_000n };
const payerDayWei = 10n ** 15n;

describe('a payer that voids the permits of all its open pulls in one transaction', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(10n ** 20n),
        payerRevertBudget: asUnits(payerDayWei),
      },
    });
  });
  after(() => harness.stop());

  it('costs its own day at most, and stops only itself', async () => {
    const { devnet, client } = harness;
    await gasCosts(harness, base, 1n);
    const payer = await freshPayer(harness, base, 10_000_000n);
    const approving = textField((await send(harness, payer, transfer)).receipt, 'id');
    await endOfRoute(client, approving);
    await stopMining(devnet, base);

    const ids: string[] = [];
    let nonce = 0n;
    let code = '';
    while (code === '') {
      const { body } = await sign(harness, payer, transfer);
      nonce = BigInt(textField(recordField(body, 'permit2'), 'nonce'));
      const sent = await client.post('/api/route/execute', body).catch((error: unknown) => {
        if (error instanceof ServiceError) return error;
        throw error;
      });
      if (sent instanceof ServiceError) code = sent.errorCode;
      else ids.push(textField(sent, 'id'));
    }
    await cancelPermits(devnet, base, payer, nonce);
    await resumeMining(devnet, base);
    const ends = await Promise.all(ids.map((id) => endOfRoute(client, id)));
    const spent = await spentOn(`revert:eip155:8453:payer:${payer.address.toLowerCase()}`);

    expect(code).to.equal('BUDGET_SPENT');
    expect(ids.length).to.be.within(2, 10);
    expect(ends.every(({ stage }) => stage === 'NOT_PULLED')).to.equal(true);
    expect(spent > 0n && spent <= payerDayWei).to.equal(true);
    const other = await freshPayer(harness, base, 100_000n);
    const id = textField((await send(harness, other, transfer)).receipt, 'id');
    expect(await endOfRoute(client, id)).to.include({ status: 'DONE' });
  });

  function spentOn(budget: string): Promise<bigint> {
    const today = new Date().toISOString().slice(0, 10);
    return harness.container.get(parts.store).reads.transactions.spent(budget, today);
  }
});
