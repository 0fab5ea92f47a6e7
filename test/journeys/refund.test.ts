import { expect } from 'chai';
import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { transferCount } from '../support/transfer-count.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe('a payout that can never succeed', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  it("ends in the payer's hands, to the unit", async () => {
    const payer = await freshPayer(harness, 8453, 7_000_000n);

    const { receipt } = await acceptedThenBlocked(payer, 6_000_000n);
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(last).to.deep.include({ status: 'FAILED', stage: 'REFUNDED', destTx: null });
    expect(last['refundTx']).to.match(/^0x[0-9a-f]{64}$/);
    expect(last.refund).to.deep.equal({
      state: 'done',
      units: '6000000',
      tx: last['refundTx'],
      since: last.updatedAt,
    });
    expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(7_000_000n);
    expect(await usdcBalance(harness.devnet, 42161, payer.address)).to.equal(0n);
    expect(
      await transferCount(harness.devnet, 8453, {
        from: harness.container.get(parts.evm).evmAccounts.float,
        to: payer.address,
      }),
    ).to.equal(1);
    for (const book of await floatBooks(harness))
      expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
  });

  it('is held as a liability while the payer cannot be paid either, and released by the operator', async () => {
    const payer = await freshPayer(harness, 8453, 2_000_000n);
    const { receipt } = await acceptedThenBlocked(payer, 2_000_000n, async () => {
      await setBlacklisted(
        harness.devnet,
        8453,
        harness.container.get(parts.evm).evmAccounts.float,
        true,
      );
    });
    const id = textField(receipt, 'id');
    const held = await untilStage(id, 'REFUND_HELD');
    const owed = await harness.container.get(parts.store).reads.books.liabilities();
    const operator = { authorization: `Bearer ${harness.operatorToken}` };
    const tooEarly = await refusalOf(
      harness.client.post('/operator/refund', { id, reason: 'try' }, operator),
    );

    await setBlacklisted(
      harness.devnet,
      8453,
      harness.container.get(parts.evm).evmAccounts.float,
      false,
    );
    const released = await harness.client.post('/operator/refund', { id }, operator);
    const last = await endOfRoute(harness.client, id);

    expect(held).to.deep.include({ status: 'BRIDGING', svcFee: '0', bridged: '0' });
    expect(held['refundHeld']).to.include({ reason: 'refused', owed: '2000000' });
    expect(held['refund']).to.deep.equal({
      state: 'held',
      units: '2000000',
      tx: null,
      since: owed[0]?.sinceMs,
    });
    expect(owed.map((one) => ({ routeId: one.routeId, units: one.units }))).to.deep.equal([
      { routeId: id, units: 2_000_000n },
    ]);
    expect([tooEarly.status, tooEarly.body['errorCode']]).to.deep.equal([409, 'WRONG_STATE']);
    expect(tooEarly.body['error']).to.match(
      /^the refund was tried and is still held: .+; it is tried again by itself as well$/,
    );
    expect(released).to.include({ action: 'refund', target: `route ${id}`, dryRun: false });
    expect(last).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(2_000_000n);
    expect(await harness.container.get(parts.store).reads.books.liabilities()).to.deep.equal([]);
  });

  /**
   * The recipient is blocked after the transfer was accepted and before its pull is mined; a refund
   * then waits for the next block.
   */
  async function acceptedThenBlocked(
    payer: Payer,
    units: bigint,
    afterPull: () => Promise<void> = () => Promise.resolve(),
  ): Promise<{ receipt: JsonRecord }> {
    await stopMining(harness.devnet, 8453);
    const sent = await send(harness, payer, { from: 8453, to: 42161, units });
    await setBlacklisted(harness.devnet, 42161, payer.address, true);
    await mine(harness.devnet, 8453);
    await afterPull();
    await resumeMining(harness.devnet, 8453);
    return sent;
  }

  function untilStage(id: string, stage: string): Promise<JsonRecord> {
    return until(`the stage ${stage}`, async () => {
      const receipt = await harness.client.get(`/api/route/status?id=${id}`);
      return receipt['stage'] === stage && receipt;
    });
  }
});
