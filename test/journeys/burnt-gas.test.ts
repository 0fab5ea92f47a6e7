import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { asUnits } from '@interline/kernel';
import { burner, lateBurner, simulationPleaser } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const base = 8453;
const arbitrum = 42161;

describe('the gas that code of payers and recipients burns', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
  });
  after(() => devnet.stop());

  it('is charged if coin was taken in simulations and burnt in a block, and offered once', async () => {
    await withHarness(async (harness) => {
      const recipient = `0x${'f1ee'.repeat(10)}`;
      await chainRpc(devnet, arbitrum, 'anvil_setCode', [recipient, simulationPleaser(1_000)]);
      const payer = await freshPayer(harness, base, 1_000_000n);
      const float = harness.container.get(parts.evm).evmAccounts.float;
      const before = await coinOf(float);

      const toCoin = { from: base, to: arbitrum, units: 100_000n, recipient, toCoin: true };

      const { receipt } = await send(harness, payer, toCoin);
      const client = await clientOf(harness);
      const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
      const again = await refusalOf(send(harness, payer, toCoin));

      expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await usdcBalance(devnet, base, payer.address)).to.equal(1_000_000n);
      const transactions = await harness.container
        .get(parts.store)
        .reads.transactions.transactionsOf(textField(receipt, 'id'));
      const payouts = transactions.filter(({ purpose }) => purpose === 'payout');
      expect(payouts.map(({ state }) => state)).to.deep.equal(['reverted']);
      const paid = before - (await coinOf(float));
      expect(paid > 0n).to.equal(true);
      const givenBack = transactions
        .filter(({ chain, state }) => chain === 'eip155:8453' && state === 'mined')
        .reduce((sum, one) => sum + (one.gasCost ?? 0n), 0n);
      expect(await spentOn(harness, `payout-revert:eip155:42161:${client}`)).to.equal(
        paid + givenBack,
      );
      await arrives(harness, payer);
      expect([again.status, again.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expect(again.body['error']).to.contain(
        'payouts of coin are paused on eip155:42161 for today',
      );
    });
  });

  it('is charged for what code burns in pulls and payouts that succeed, not for ordinary ones', async () => {
    await withHarness(async (harness) => {
      const [payer, other] = [await approvedPayer(harness), await approvedPayer(harness)];
      const recipient = `0x${'b0b0'.repeat(10)}`;
      const transfer = { from: base, to: arbitrum, units: 100_000n, toCoin: true };
      const toCoin = (from: Payer, to: string) =>
        send(harness, from, { ...transfer, recipient: to });
      const plain = await toCoin(other, other.address);
      const name = await clientOf(harness);
      const spent = async () => [
        await spentOn(harness, `code-revert:eip155:8453:${name}`),
        await spentOn(harness, `payout-revert:eip155:42161:${name}`),
      ];
      await endOfRoute(harness.client, textField(plain.receipt, 'id'));
      const before = await spent();
      await chainRpc(devnet, arbitrum, 'anvil_setCode', [recipient, burner(9_500)]);
      await chainRpc(devnet, base, 'anvil_setCode', [payer.address, burner(14_000)]);

      const { receipt } = await toCoin(payer, recipient);
      const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
      const after = await spent();

      expect(ended).to.include({ status: 'DONE' });
      expect(before).to.deep.equal([0n, 0n]);
      expect(after.every((one) => one > 0n)).to.equal(true);
    }, 10n ** 20n);
  });

  it('is charged for what a recipient burns of its coin in a block and not in a simulation', async () => {
    await withHarness(async (harness) => {
      const payer = await freshPayer(harness, base, 2_000_000n);
      const recipient = `0x${'1a7e'.repeat(10)}`;
      await chainRpc(devnet, arbitrum, 'anvil_setCode', [recipient, lateBurner(1_000)]);
      const toCoin = { from: base, to: arbitrum, units: 100_000n, recipient, toCoin: true };

      const { receipt } = await send(harness, payer, toCoin);
      const name = await clientOf(harness);
      const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
      const again = await refusalOf(send(harness, payer, toCoin));

      const payout = (
        await harness.container
          .get(parts.store)
          .reads.transactions.transactionsOf(textField(receipt, 'id'))
      ).find(({ purpose }) => purpose === 'payout');
      const { gasUsed, gasCost, simulated } = payout ?? {};
      const price = (gasCost ?? 0n) / (gasUsed ?? 1n);
      expect(ended).to.include({ status: 'DONE' });
      expect([simulated?.gas, gasUsed]).to.deep.equal([21_037n, 47_042n]);
      expect(await spentOn(harness, `payout-revert:eip155:42161:${name}`)).to.equal(
        26_005n * price,
      );
      expect([again.status, again.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
    });
  });

  /** In which a client, and a payer, may cost that much a day. */
  async function withHarness(
    work: (harness: Harness) => Promise<void>,
    budget = 1n,
  ): Promise<void> {
    const policy = {
      revertBudget: asUnits(10n ** 20n),
      clientRevertBudget: asUnits(budget),
      payerRevertBudget: asUnits(10n ** 20n),
    };
    const harness = await startHarness({ devnet, policy });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }

  async function approvedPayer(harness: Harness): Promise<Payer> {
    const payer = await freshPayer(harness, base, 2_000_000n);
    await arrives(harness, payer);
    return payer;
  }

  async function arrives(harness: Harness, payer: Payer): Promise<void> {
    const { receipt } = await send(harness, payer, { from: base, to: arbitrum, units: 1_000_000n });
    const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
    expect(ended).to.include({ status: 'DONE', bridged: '999200' });
  }

  async function coinOf(account: string): Promise<bigint> {
    return BigInt(String(await chainRpc(devnet, arbitrum, 'eth_getBalance', [account, 'latest'])));
  }

  function spentOn(harness: Harness, budget: string): Promise<bigint> {
    return harness.container
      .get(parts.store)
      .reads.transactions.spent(budget, new Date().toISOString().slice(0, 10));
  }

  /** The pseudonym the service keeps of this test's address. */
  async function clientOf(harness: Harness): Promise<string> {
    const [route] = await harness.container.get(parts.store).reads.transfers.unsettledRoutes(1);
    return route?.client ?? '';
  }
});
