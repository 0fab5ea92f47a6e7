import { textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 100_000n };

describe('a payer that is plain at acceptance and delegates (EIP-7702) before its pull is mined', () => {
  it('is charged with the payers with code for a pull that burns all its gas, and pauses no plain account of others', () =>
    withHarness(async (harness) => {
      const payer = await approvedPayer(harness);

      const ended = await pulledWith(harness, payer, '0x5bfe');
      const refused = await refusalOf(send(harness, payer, transfer));

      expect(ended).to.include({ status: 'FAILED', stage: 'NOT_PULLED' });
      expect(await spentOn(harness, 'revert:eip155:8453')).to.equal(0n);
      expect((await spentOn(harness, 'code-revert:eip155:8453')) > 0n).to.equal(true);
      expect(refused.body['error']).to.contain('pulls of the payer');
      const other = await freshPayer(harness, base, 100_000n);
      const { receipt } = await send(harness, other, transfer);
      expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
        status: 'DONE',
      });
    }));

  it('is charged for what it burns in a pull that succeeds, and refused the next time', () =>
    withHarness(async (harness) => {
      const payer = await approvedPayer(harness);

      const ended = await pulledWith(harness, payer, burner(1_200));
      const refused = await refusalOf(send(harness, payer, transfer));

      expect(ended).to.include({ status: 'DONE' });
      expect(await spentOn(harness, 'revert:eip155:8453')).to.equal(0n);
      expect((await spentOn(harness, 'code-revert:eip155:8453')) > 0n).to.equal(true);
      expect(refused.body['errorCode']).to.equal('BUDGET_SPENT');
    }));

  /** In which a payer may cost one wei a day. */
  async function withHarness(work: (harness: Harness) => Promise<void>): Promise<void> {
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(10n ** 20n),
        payerRevertBudget: asUnits(1n),
      },
    });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }

  /** Its first pull is over: what it cost was charged to no budget. */
  async function approvedPayer(harness: Harness): Promise<Payer> {
    const payer = await freshPayer(harness, base, 1_000_000n);
    const { receipt } = await send(harness, payer, transfer);
    await endOfRoute(harness.client, textField(receipt, 'id'));
    expect(await spentOn(harness, 'code-revert:eip155:8453')).to.equal(0n);
    return payer;
  }

  /** Accepted as a plain account's, mined when the payer has the code; takes the code away again. */
  async function pulledWith(harness: Harness, payer: Payer, code: string) {
    await stopMining(harness.devnet, base);
    const { receipt } = await send(harness, payer, transfer);
    await chainRpc(harness.devnet, base, 'anvil_setCode', [payer.address, code]);
    await resumeMining(harness.devnet, base);
    const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
    await chainRpc(harness.devnet, base, 'anvil_setCode', [payer.address, '0x']);
    return ended;
  }

  function spentOn(harness: Harness, budget: string): Promise<bigint> {
    const today = new Date().toISOString().slice(0, 10);
    return harness.container.get(parts.store).reads.transactions.spent(budget, today);
  }
});
