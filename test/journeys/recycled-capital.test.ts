import { type JsonRecord, textField } from '@interline/cli';
import { bps, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { executeFrom } from '../support/execute-from.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, sign } from '../support/payer.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { until } from '../support/until.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 10_000_000n };

describe('money that leaves its payers before their pulls', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        maxOpenPullsUsd: 40,
        openPullsShareBps: bps(5_000),
        patienceMs: 30_000,
        // Reverts are not proven before the tests are over.
        finality: { '*': { tiers: [], confirmations: 50, finalDepth: 60 } },
      },
    });
  });
  afterEach(() => harness.stop());

  async function fundedPayers(count: number): Promise<() => Payer> {
    const payers = await Promise.all(
      Array.from({ length: count }, () => freshPayer(harness, base, 10_000_000n)),
    );
    // The faucet needs blocks.
    await stopMining(harness.devnet, base);
    return () => {
      const next = payers.pop();
      if (next === undefined) throw new Error(`there are ${count} payers`);
      return next;
    };
  }

  async function executed(client: string, payer: Payer): Promise<JsonRecord> {
    const { body } = await sign(harness, payer, transfer);
    return (await executeFrom(harness, client, body)).body;
  }

  /** In the next block, because the money goes elsewhere first. */
  async function pullThatReverts(client: string, payer: Payer): Promise<string> {
    const receipt = await executed(client, payer);
    await spendElsewhere(harness.devnet, base, payer, 10_000_000n);
    return textField(receipt, 'id');
  }

  function untilPulls(areReverted: readonly boolean[]): Promise<unknown> {
    const { transactions } = harness.container.get(parts.store).reads;
    return until(`pulls that are reverted: ${areReverted.join()}`, async () => {
      const pulls = await transactions.pendingPullsOn(evmChain(base));
      return pulls.map(({ isReverted }) => isReverted).join() === areReverted.join();
    });
  }

  it('keeps no room on the chain from others once the pulls reverted, only from its own clients', async () => {
    const payer = await fundedPayers(7);
    for (const client of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'])
      await pullThatReverts(client, payer());
    const full = await executed('127.0.0.4', payer());
    await mine(harness.devnet, base);
    await untilPulls(Array.from({ length: 4 }, () => true));

    const again = await executed('127.0.0.2', payer());
    const honest = await executed('127.0.0.4', payer());

    expect([full['errorCode'], again['errorCode'], honest['status']]).to.deep.equal([
      'RELAYER_BUSY',
      'RELAYER_BUSY',
      'BRIDGING',
    ]);
  });

  it('counts again if a reorg takes the reverted pull out of its block', async () => {
    const payer = await fundedPayers(1);
    const id = await pullThatReverts('127.0.0.2', payer());
    await mine(harness.devnet, base);
    await untilPulls([true]);

    await chainRpc(harness.devnet, base, 'anvil_reorg', [1, []]);
    await untilPulls([false]);
    await resumeMining(harness.devnet, base);
    const delivered = await until('its delivery', async () => {
      await mine(harness.devnet, base, 10);
      const { status, bridged } = await harness.client.get(`/api/route/status?id=${id}`);
      return status !== 'BRIDGING' && { status, bridged };
    });

    expect(delivered).to.deep.equal({ status: 'DONE', bridged: '9992000' });
  });
});
