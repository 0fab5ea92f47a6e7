import { type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/server';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const source = 42161;
/** At most 10 gwei is offered there. */
const destination = 8453;

describe('a payout for which gas became more expensive than the cap', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [source, destination],
      policy: { bumpAfterMs: 200, slowBumpAfterMs: 200 },
    });
  });
  after(() => harness.stop());

  it('shows the operator what was offered and needed, and arrives once its own cap is raised', async () => {
    const payer = await freshPayer(harness, source, 2_000_000n);
    await stopMining(harness.devnet, source);
    await stopMining(harness.devnet, destination);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    await gasCosts('0xba43b7400');
    await resumeMining(harness.devnet, source);

    const stuck = await until('the stuck payout', async () => (await stuckNow())[0], 200);
    const { out } = await runInterline(['account', 'list'], {
      env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
    const waiting = await harness.client.get(`/api/route/status?id=${textField(receipt, 'id')}`);
    await harness.container.get(parts.operations).orders.bump(
      {
        input: { transaction: String(stuck['transactionId']), feeRateCap: 200_000_000_000n },
        by: 'alice',
        reason: 'the cap is too low today',
        isDryRun: false,
      },
      new AbortController().signal,
    );
    await until('a dearer payout', async () => (await offered()) > 10_000_000_000n, 50);
    await until('the payout in a block', async () => {
      await mine(harness.devnet, destination);
      return (await usdcBalance(harness.devnet, destination, payer.address)) > 0n;
    });
    await resumeMining(harness.devnet, destination);
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(stuck['reason']).to.match(
      /^fee above cap: offered \d+, needed 50100000000, cap 10000000000 per gas$/,
    );
    expect(out).to.contain(`is stuck: ${String(stuck['reason'])}`);
    expect(waiting).to.include({ status: 'BRIDGING' });
    expect(last).to.include({ status: 'DONE' });
    expect(await stuckNow()).to.deep.equal([]);
  });

  /** The next block's base fee, which the one behind it takes an eighth of at most. */
  async function gasCosts(wei: string): Promise<void> {
    await chainRpc(harness.devnet, destination, 'anvil_setNextBlockBaseFeePerGas', [wei]);
    await mine(harness.devnet, destination);
  }

  async function stuckNow(): Promise<readonly JsonRecord[]> {
    const { accounts } = await harness.client.get('/operator/accounts', {
      authorization: `Bearer ${harness.operatorToken}`,
    });
    // CAST: the shape that the schema of the answer has.
    return (accounts as readonly { readonly stuck: readonly JsonRecord[] }[]).flatMap(
      ({ stuck }) => stuck,
    );
  }

  async function offered(): Promise<bigint> {
    const { transactions } = harness.container.get(parts.store).reads;
    const open = await transactions.openTransactions();
    const forms = await transactions.signedTransactionsOf(open.map(({ id }) => id));
    return forms.at(-1)?.tx.maxFeeRate ?? 0n;
  }
});
