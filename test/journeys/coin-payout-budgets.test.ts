import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { asUnits, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { toQuantity } from 'ethers';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;

describe('a payout of coin', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
  });
  after(() => devnet.stop());

  it('is charged if the code came after acceptance, and the next one goes back to its payer', async () => {
    // Room for two plain payouts of 57,300 gas at once, and for no second one of 300,000.
    await withHarness({ payerCost: 3n * 10n ** 15n }, async (harness) => {
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
    it(`to ${kind} is accepted only if the budget has room next to those that are accepted and not made yet`, async () => {
      await withHarness({ payerCost: 1n }, async (harness) => {
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

  it('that reverts also costs its payer the gas of pull and refund: a burst whose recipients all get code costs at most the daily budget', async () => {
    const dayWei = 20n * 10n ** 15n;
    const bounds = { payerCost: dayWei, coinsOnBase: 1n };
    await withHarness(bounds, async (harness) => {
      const { reads } = harness.container.get(parts.store);
      const payer = await freshPayer(harness, base, 2_000_000n);
      const sendTo = (recipient: string) =>
        send(harness, payer, {
          from: base,
          to: arbitrum,
          units: 100_000n,
          recipient,
          toCoin: true,
        });
      const feeOn = (chainId: number, gwei: bigint) =>
        chainRpc(devnet, chainId, 'anvil_setNextBlockBaseFeePerGas', [
          toQuantity(gwei * 10n ** 9n),
        ]);
      await gasCosts(harness, base, 10n);
      await gasCosts(harness, arbitrum, 25n);
      await stopMining(devnet, arbitrum);
      const recipients: string[] = [];
      const ids: string[] = [];
      let refused: unknown = null;
      while (refused === null && ids.length < 20) {
        const recipient = `0x${(0xbad000 + ids.length).toString(16).padStart(40, '7')}`;
        await feeOn(base, 10n);
        try {
          ids.push(textField((await sendTo(recipient)).receipt, 'id'));
          recipients.push(recipient);
        } catch (error) {
          refused = error;
        }
      }
      for (const id of ids)
        await until('its payout', async () =>
          (await reads.transactions.transactionsOf(id)).some(({ purpose }) => purpose === 'payout'),
        );
      for (const recipient of recipients)
        await chainRpc(devnet, arbitrum, 'anvil_setCode', [recipient, '0xfe']);
      await resumeMining(devnet, arbitrum);
      const stages = await until('the ends', async () => {
        await mine(devnet, arbitrum);
        const routes = await Promise.all(ids.map((id) => reads.transfers.route(id)));
        return routes.every((route) => route?.phase === 'ended') && routes.map((one) => one?.stage);
      });
      const today = new Date().toISOString().slice(0, 10);
      const spent = await reads.transactions.spent(
        `payout-revert:eip155:42161:payer:${payer.address.toLowerCase()}`,
        today,
      );

      // Each counts 57,300 gas at 25 gwei and some 160,000 at 10; by the dearer of both twelve had room.
      expect(refused).not.to.equal(null);
      expect(ids.length >= 5 && ids.length <= 7).to.equal(true);
      expect([...new Set(stages)]).to.deep.equal(['REFUNDED']);
      expect(spent > dayWei / 4n && spent <= dayWei).to.equal(true);
    });
  });

  /** In which a payer may cost so many wei a day on Arbitrum, and by default plenty on Base. */
  async function withHarness(
    { payerCost, coinsOnBase = 10n ** 20n }: { payerCost: bigint; coinsOnBase?: bigint },
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const harness = await startHarness({
      devnet,
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(10n ** 20n),
        payerRevertBudget: asUnits(payerCost),
        etherWorth: new Map([[evmChain(base), coinsOnBase * 10n ** 18n]]),
      },
    });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }
});
