import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { asUnits, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;

describe('a payout of coin', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
  });
  after(() => devnet.stop());

  it('is charged where the code came after acceptance, and the next one goes back to its payer', async () => {
    // Room for two plain payouts of 57,300 gas at once, and for no second one of 300,000.
    await withHarness(3n * 10n ** 15n, async (harness) => {
      const { reads } = harness.container.get(parts.store);
      const recipient = `0x${'bad2'.repeat(10)}`;
      const payer = await freshPayer(harness, base, 200_000n);
      const transfer = { from: base, to: arbitrum, units: 100_000n, recipient, toCoin: true };
      await gasCosts(harness, arbitrum, 10n);
      await stopMining(devnet, base);
      const first = await send(harness, payer, transfer);
      const second = await send(harness, payer, transfer);
      await chainRpc(devnet, arbitrum, 'anvil_setCode', [recipient, burner(9_500)]);
      await resumeMining(devnet, base);

      const ids = [first, second].map(({ receipt }) => textField(receipt, 'id'));
      const ends = await Promise.all(ids.map((id) => endOfRoute(harness.client, id)));

      expect(ends.map(({ status }) => status).toSorted()).to.deep.equal(['DONE', 'FAILED']);
      expect(await usdcBalance(devnet, base, payer.address)).to.equal(100_000n);
      const routes = await Promise.all(ids.map((id) => reads.transfers.route(id)));
      expect(routes.flatMap((route) => route?.refusals.map(({ code }) => code))).to.deep.equal([
        'BUDGET_SPENT',
      ]);
      const today = new Date().toISOString().slice(0, 10);
      const owner = payer.address.toLowerCase();
      const spent = await reads.transactions.spent(
        `payout-revert:eip155:42161:payer:${owner}`,
        today,
      );
      expect(spent > 3n * 10n ** 15n).to.equal(true);
      const again = await refusalOf(send(harness, payer, transfer));
      expect(again.body['error']).to.contain('payouts of coin are paused on eip155:42161');
    });
  });

  for (const [kind, code] of [
    ['a recipient with code', burner(10)],
    ['a plain recipient, which may get code later,', '0x'],
  ] as const)
    it(`to ${kind} is accepted only where the budget has room beside those that are accepted and not made yet`, async () => {
      await withHarness(1n, async (harness) => {
        const recipient = `0x${'bad3'.repeat(10)}`;
        await chainRpc(devnet, arbitrum, 'anvil_setCode', [recipient, code]);
        const payer = await freshPayer(harness, base, 200_000n);
        const transfer = { from: base, to: arbitrum, units: 100_000n, recipient, toCoin: true };
        await stopMining(devnet, base);

        const { receipt } = await send(harness, payer, transfer);
        const refused = await refusalOf(send(harness, payer, transfer));
        await resumeMining(devnet, base);

        expect(refused.body['errorCode']).to.equal('BUDGET_SPENT');
        expect(refused.body['error']).to.contain(
          'as many payouts of coin are under way on eip155:42161 as the relayer could pay for today',
        );
        expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
          status: 'DONE',
        });
        const later = await send(harness, payer, transfer);
        expect(await endOfRoute(harness.client, textField(later.receipt, 'id'))).to.include({
          status: 'DONE',
        });
      });
    });

  /** In which a payer may cost so many wei a day on Arbitrum, and plenty on Base. */
  async function withHarness(
    payerWei: bigint,
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const harness = await startHarness({
      devnet,
      policy: {
        revertBudgetWei: asUnits(10n ** 20n),
        clientRevertBudgetWei: asUnits(10n ** 20n),
        payerRevertBudgetWei: asUnits(payerWei),
        coinsPerEther: new Map([[evmChain(base), 10n ** 20n]]),
      },
    });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }
});
