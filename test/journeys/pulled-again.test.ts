import { textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { codeThatNeeds } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { until } from '../support/until.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 1_000_000n };

describe('a pull that is left out of a multicall, because its payer delegated (EIP-7702) to code that needs more gas', () => {
  it('is not made again beyond what the payer may cost in a day', () =>
    withHarness(1n, async (harness) => {
      const { ended, pulls, permit } = await leftOut(harness);

      expect(ended).to.include({ status: 'FAILED', stage: 'NOT_PULLED' });
      expect(pulls.map(({ state }) => state)).to.deep.equal(['displaced']);
      expect(permit?.ownerHasCode).to.equal(undefined);
    }));

  it('is made again at the cost of the payer if its day has room, as that of a payer with code', () =>
    withHarness(10n ** 20n, async (harness) => {
      const { ended, pulls, permit, payer } = await leftOut(harness);

      const again = pulls.find(({ state }) => state === 'mined');
      const { gasUsed, gasCost } = again ?? {};
      expect(ended).to.include({ status: 'DONE' });
      expect(Number(gasUsed)).to.be.within(400_000, 500_000);
      const beyondOrdinary = ((gasCost ?? 0n) * ((gasUsed ?? 0n) - 200_000n)) / (gasUsed ?? 1n);
      const budget = `code-revert:eip155:8453:payer:${payer.address.toLowerCase()}`;
      expect((await spentOn(harness, budget)) >= beyondOrdinary).to.equal(true);
      expect(permit?.ownerHasCode).to.equal(true);
    }));

  /** Accepted as a plain account's while another multicall is in flight; the code comes then. */
  async function leftOut(harness: Harness) {
    const { devnet, client, container } = harness;
    const { reads } = container.get(parts.store);
    const [other, payer] = [await approvedPayer(harness), await approvedPayer(harness)];
    const first = await sign(harness, other, transfer);
    const own = await sign(harness, payer, transfer);
    await stopMining(devnet, base);
    const ahead = textField(await client.post('/api/route/execute', first.body), 'id');
    await until('the multicall in front', async () =>
      (await reads.transactions.transactionsOf(ahead)).some(
        ({ multicall }) => multicall?.carried != null,
      ),
    );
    const id = textField(await client.post('/api/route/execute', own.body), 'id');
    const code = codeThatNeeds(150_000, 14_000);
    await chainRpc(devnet, base, 'anvil_setCode', [payer.address, code]);
    await resumeMining(devnet, base);
    const ended = await endOfRoute(client, id);
    const pulls = (await reads.transactions.transactionsOf(id)).filter(
      ({ purpose }) => purpose === 'pull',
    );
    return { ended, pulls, payer, permit: (await reads.transfers.route(id))?.permit };
  }

  async function approvedPayer(harness: Harness): Promise<Payer> {
    const payer = await freshPayer(harness, base, 2_000_000n);
    const { receipt } = await send(harness, payer, transfer);
    await endOfRoute(harness.client, textField(receipt, 'id'));
    return payer;
  }

  function spentOn(harness: Harness, budget: string): Promise<bigint> {
    const today = new Date().toISOString().slice(0, 10);
    return harness.container.get(parts.store).reads.transactions.spent(budget, today);
  }

  async function withHarness(
    payerBudgetWei: bigint,
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      batching: [base],
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(10n ** 20n),
        payerRevertBudget: asUnits(payerBudgetWei),
      },
    });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }
});
