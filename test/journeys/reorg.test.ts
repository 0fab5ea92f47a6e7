import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { sweepFinality } from '@interline/core/transfer';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { transferCount } from '../support/transfer-count.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;

describe('a reorg', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
  });
  after(() => harness.stop());

  it("that takes the pull while the payout waits is mended by the pull's own bytes", async () => {
    const payer = await freshPayer(harness, source, 1_000_000n);
    await stopMining(harness.devnet, destination);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    await untilStage(receipt, 'SENDING');

    await reorg(source, 1);
    await resumeMining(harness.devnet, destination);

    await endsPaidOnce(payer, receipt, 999_200n);
  });

  it('that takes the pull before the payout is committed makes the route wait for it again', async () => {
    const payer = await freshPayer(harness, source, 1_000_000n);
    await stopMining(harness.devnet, source);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    await resumeMining(harness.devnet, source);

    await reorg(source, 1);

    await endsPaidOnce(payer, receipt, 999_200n);
  });

  it('that takes the payout after DONE reopens the route, and the same bytes pay again', async () => {
    const payer = await freshPayer(harness, source, 1_000_000n);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    const done = await endOfRoute(harness.client, textField(receipt, 'id'));

    const missing = await reorgThatTakes(destination, payer);
    await endsPaidOnce(payer, receipt, 999_200n);
    const again = await harness.client.get(`/api/route/status?id=${textField(receipt, 'id')}`);

    expect(missing).to.equal(0n);
    expect(again['destTx']).to.equal(done['destTx']);
  });

  it('that takes a refund sends the same refund again', async () => {
    const payer = await freshPayer(harness, source, 1_000_000n);
    await stopMining(harness.devnet, source);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    await setBlacklisted(harness.devnet, destination, payer.address, true);
    await resumeMining(harness.devnet, source);
    const failed = await endOfRoute(harness.client, textField(receipt, 'id'));

    const missing = await reorgThatTakes(source, payer);
    const again = await untilSwept(receipt, 'FAILED');

    expect([failed['stage'], missing]).to.deep.equal(['REFUNDED', 0n]);
    expect([again['stage'], again['refundTx']]).to.deep.equal(['REFUNDED', failed['refundTx']]);
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(1_000_000n);
    await booksBalance();
  });

  async function reorg(chainId: number, depth: number): Promise<void> {
    await chainRpc(harness.devnet, chainId, 'anvil_reorg', [depth, []]);
  }

  /** Of the newest block; what the payer has then, before anything is sent again. */
  async function reorgThatTakes(chainId: number, payer: Payer): Promise<bigint> {
    await stopMining(harness.devnet, chainId);
    await reorg(chainId, 1);
    const left = await usdcBalance(harness.devnet, chainId, payer.address);
    await resumeMining(harness.devnet, chainId);
    return left;
  }

  async function endsPaidOnce(payer: Payer, receipt: JsonRecord, units: bigint): Promise<void> {
    await untilSwept(receipt, 'DONE');
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(0n);
    expect(await usdcBalance(harness.devnet, destination, payer.address)).to.equal(units);
    expect(await transferCount(harness.devnet, source, { from: payer.address })).to.equal(1);
    expect(await transferCount(harness.devnet, destination, { to: payer.address })).to.equal(1);
    await booksBalance();
  }

  async function booksBalance(): Promise<void> {
    for (const book of await floatBooks(harness))
      expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
  }

  /** Sweeps until the chain and the store agree that the route ended so. */
  function untilSwept(receipt: JsonRecord, status: string): Promise<JsonRecord> {
    const money = harness.container.get(parts.transfer).ports;
    const sweep = sweepFinality(money);
    return until(
      `the end as ${status}`,
      async () => {
        await sweep(new AbortController().signal);
        const open = (await money.store.reads.transactions.watchedTransactions()).filter(
          (transaction) => transaction.state === 'open',
        );
        const now = await harness.client.get(`/api/route/status?id=${textField(receipt, 'id')}`);
        return now['status'] === status && open.length === 0 && now;
      },
      100,
    );
  }

  async function untilStage(receipt: JsonRecord, stage: string): Promise<void> {
    await until(
      `the stage ${stage}`,
      async () =>
        (await harness.client.get(`/api/route/status?id=${textField(receipt, 'id')}`))['stage'] ===
        stage,
    );
  }
});
